import type { PageView } from '../page-view';
import { keepAuthors } from './authors';
import { keepHeadings } from './headings';
import { keepIndexList } from './index-list';
import { keepLabels } from './labels';
import { keepPrices } from './prices';
import { keepTitle } from './title';
import { keepWhole } from './whole';

/** A relation between blocks that the main content must preserve. */
export interface Invariant {
  name: string;
  /** Adds blocks to `kept` (by block: 1 is kept) and never removes any. Must not change the page. */
  apply: (page: PageView, kept: Uint8Array) => void;
}

/** At most ten. Their order has no effect. */
export const INVARIANTS: readonly Invariant[] = [
  { name: 'title', apply: keepTitle },
  { name: 'headings', apply: keepHeadings },
  { name: 'index-list', apply: keepIndexList },
  { name: 'whole', apply: keepWhole },
  { name: 'labels', apply: keepLabels },
  { name: 'authors', apply: keepAuthors },
  { name: 'prices', apply: keepPrices },
];
