import type { PageView } from '../page-view';
import { fieldsOf, keptShare } from './fields-of';

/** Share of a field that is kept by accident. */
const FEW = 0.3;

/**
 * On the page of a product: where next to nothing of a field is kept, nothing is. The rest of the page is rows of cards,
 * ratings and offers of which single ones read like what is sold. `kept`, by block: 1 stays.
 */
export function dropFields(page: PageView, kept: Uint8Array): void {
  for (const field of fieldsOf(page)) {
    if (keptShare(field, kept) > FEW) continue;
    for (const index of field) if (index !== page.title) kept[index] = 0;
  }
}
