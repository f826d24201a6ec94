import type { PageView } from '../page-view';
import { blocksCalled } from './blocks-called';
import { dropInside } from './drop-inside';

/** `feature__disclaimer`, `copy-legal`; `legal-font-size` says how it looks. */
const FINE_PRINT = /(?:^|[\s_-])(?:legal|disclaimers?)(?:$|[\s_])/i;
/** Share of what is kept; a page of more is about the law. */
const MOST = 0.6;

/** Takes out conditions and reservations that stand below what they limit. `kept`, by block: 1 stays. */
export function dropFinePrint(page: PageView, kept: Uint8Array): void {
  const { blocks, elements, title } = page;
  const isBeside = (element: number): boolean =>
    title < (elements.first[element] as number) || title >= (elements.end[element] as number);
  const inside = blocksCalled(page, kept, '', FINE_PRINT, isBeside);
  if (inside.includes(1)) dropInside(blocks, inside, kept, MOST);
}
