import type { PageView } from '../page-view';
import { dropBareHeaders } from './drop-bare-headers';
import { dropBareHeadings } from './drop-bare-headings';
import { dropChrome } from './drop-chrome';
import { dropComments } from './drop-comments';
import { dropDoubtful } from './drop-doubtful';
import { dropFacets } from './drop-facets';
import { dropFinePrint } from './drop-fine-print';
import { dropNotices } from './drop-notices';
import { dropOtherProducts } from './drop-other-products';
import { dropRelated } from './drop-related';
import { dropRepeatedHeadings } from './drop-repeated-headings';
import { dropRest } from './drop-rest';
import { dropReviews } from './drop-reviews';
import { dropSignatures } from './drop-signatures';
import { dropUnasked } from './drop-unasked';
import { keepAnnounced } from './keep-announced';
import { keepAuthors } from './keep-authors';
import { keepCardPrices } from './keep-card-prices';
import { keepDateLines } from './keep-date-lines';
import { keepFields } from './keep-fields';
import { keepHeadings } from './keep-headings';
import { keepLabels } from './keep-labels';
import { keepListings } from './keep-listings';
import { keepPairs } from './keep-pairs';
import { keepParts } from './keep-parts';
import { keepPrices } from './keep-prices';
import { keepProduct } from './keep-product';
import { keepProse } from './keep-prose';
import { keepSections } from './keep-sections';
import { keepStandfirst } from './keep-standfirst';
import { keepTitle } from './keep-title';
import { keepWhole } from './keep-whole';
import { settleContents } from './settle-contents';
import { completeFields, settleFields } from './settle-fields';
import { settleQuotes } from './settle-quotes';

/**
 * Changes `kept`, by block, where the scorer of single blocks cannot see what belongs together and what is beside the
 * point. Each rule builds on those before it. `sells`: it is the page of a product.
 */
export function applyRules(view: PageView, scores: Float32Array, kept: Uint8Array, sells: boolean): void {
  dropDoubtful(view, scores, kept);
  keepTitle(view, kept);
  keepWhole(view, kept);
  // Of what stands around a product, the scorer keeps some that has nothing to do with it.
  if (!sells) {
    keepFields(view, scores, kept);
    keepPrices(view, kept);
    keepCardPrices(view, kept);
  }
  keepListings(view, scores, kept);
  keepProse(view, scores, kept);
  keepParts(view, scores, kept);
  settleQuotes(view, kept);
  keepPairs(view, scores, kept);
  keepSections(view, scores, kept);
  dropFacets(view, kept);
  dropFinePrint(view, kept);
  if (sells) {
    dropReviews(view, kept);
    dropOtherProducts(view, kept);
    keepProduct(view, kept);
  }
  settleFields(view, scores, kept);
  const before = kept.slice();
  dropComments(view, scores, kept);
  dropRest(view, kept);
  dropUnasked(view, scores, kept);
  dropRelated(view, scores, kept, sells);
  dropNotices(view, kept);
  const dropped = before.map((was, index) => Number(was === 1 && kept[index] === 0));
  keepDateLines(view, kept);
  // What repeats above posts says who their authors are.
  const hasPosts = keepAuthors(view, kept);
  if (hasPosts) dropSignatures(view, kept);
  else keepLabels(view, scores, kept);
  keepAnnounced(view, kept, dropped);
  keepHeadings(view, kept);
  settleContents(view, kept);
  dropBareHeaders(view, kept);
  dropRepeatedHeadings(view, kept, hasPosts);
  // Those of posts name who wrote them, and so do side columns.
  if (!hasPosts) {
    dropChrome(view, kept, sells);
    dropBareHeadings(view, scores, kept);
  }
  if (!sells && !hasPosts) keepStandfirst(view, kept);
  const left = kept.slice();
  completeFields(view, scores, kept);
  // What was taken for beside the point is no gap.
  before.forEach((was, index) => {
    if (was === 1 && left[index] === 0) kept[index] = 0;
  });
}
