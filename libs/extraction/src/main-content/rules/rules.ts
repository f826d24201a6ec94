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
import { keepIndexList } from './keep-index-list';
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
import type { ContentRule, RuledPage } from './rule';
import { settleContents } from './settle-contents';
import { completeFields, settleFields } from './settle-fields';
import { settleQuotes } from './settle-quotes';

const isProduct = (page: RuledPage): boolean => page.isProduct;
const isOther = (page: RuledPage): boolean => !page.isProduct;
const hasPosts = (page: RuledPage): boolean => page.hasPosts;
const hasNoPosts = (page: RuledPage): boolean => !page.hasPosts;

/** In the order in which they run. */
export const RULES: readonly ContentRule[] = [
  { name: 'doubtful', effect: 'drop', apply: ({ view, scores }, kept) => dropDoubtful(view, scores, kept) },
  { name: 'title', effect: 'keep', apply: ({ view }, kept) => keepTitle(view, kept) },
  { name: 'index-list', effect: 'keep', apply: ({ view }, kept) => keepIndexList(view, kept) },
  { name: 'whole', effect: 'keep', apply: ({ view }, kept) => keepWhole(view, kept) },
  {
    name: 'fields',
    effect: 'keep',
    appliesTo: isOther,
    apply: ({ view, scores }, kept) => keepFields(view, scores, kept),
  },
  { name: 'prices', effect: 'keep', appliesTo: isOther, apply: ({ view }, kept) => keepPrices(view, kept) },
  { name: 'card-prices', effect: 'keep', appliesTo: isOther, apply: ({ view }, kept) => keepCardPrices(view, kept) },
  { name: 'listings', effect: 'keep', apply: ({ view, scores }, kept) => keepListings(view, scores, kept) },
  { name: 'prose', effect: 'keep', apply: ({ view, scores }, kept) => keepProse(view, scores, kept) },
  { name: 'parts', effect: 'keep', apply: ({ view, scores }, kept) => keepParts(view, scores, kept) },
  { name: 'quotes', effect: 'settle', apply: ({ view }, kept) => settleQuotes(view, kept) },
  { name: 'pairs', effect: 'keep', apply: ({ view, scores }, kept) => keepPairs(view, scores, kept) },
  { name: 'sections', effect: 'keep', apply: ({ view, scores }, kept) => keepSections(view, scores, kept) },
  { name: 'facets', effect: 'drop', apply: ({ view }, kept) => dropFacets(view, kept) },
  { name: 'fine-print', effect: 'drop', apply: ({ view }, kept) => dropFinePrint(view, kept) },
  { name: 'reviews', effect: 'drop', appliesTo: isProduct, apply: ({ view }, kept) => dropReviews(view, kept) },
  {
    name: 'other-products',
    effect: 'drop',
    appliesTo: isProduct,
    apply: ({ view }, kept) => dropOtherProducts(view, kept),
  },
  { name: 'product', effect: 'keep', appliesTo: isProduct, apply: ({ view }, kept) => keepProduct(view, kept) },
  { name: 'record-fields', effect: 'settle', apply: ({ view, scores }, kept) => settleFields(view, scores, kept) },
  {
    name: 'comments',
    effect: 'drop',
    marksBoilerplate: true,
    apply: ({ view, scores }, kept) => dropComments(view, scores, kept),
  },
  { name: 'rest', effect: 'drop', marksBoilerplate: true, apply: ({ view }, kept) => dropRest(view, kept) },
  {
    name: 'unasked',
    effect: 'drop',
    marksBoilerplate: true,
    apply: ({ view, scores }, kept) => dropUnasked(view, scores, kept),
  },
  {
    name: 'related',
    effect: 'drop',
    marksBoilerplate: true,
    apply: ({ view, scores, isProduct }, kept) => dropRelated(view, scores, kept, isProduct),
  },
  { name: 'notices', effect: 'drop', marksBoilerplate: true, apply: ({ view }, kept) => dropNotices(view, kept) },
  { name: 'date-lines', effect: 'keep', apply: ({ view }, kept) => keepDateLines(view, kept) },
  {
    name: 'authors',
    effect: 'settle',
    apply: (page, kept) => {
      page.hasPosts = keepAuthors(page.view, kept);
    },
  },
  {
    name: 'signatures',
    effect: 'drop',
    marksBoilerplate: true,
    appliesTo: hasPosts,
    apply: ({ view }, kept) => dropSignatures(view, kept),
  },
  {
    name: 'labels',
    effect: 'keep',
    appliesTo: hasNoPosts,
    apply: ({ view, scores }, kept) => keepLabels(view, scores, kept),
  },
  { name: 'announced', effect: 'keep', apply: ({ view, boilerplate }, kept) => keepAnnounced(view, kept, boilerplate) },
  { name: 'headings', effect: 'keep', apply: ({ view }, kept) => keepHeadings(view, kept) },
  {
    name: 'contents',
    effect: 'settle',
    marksBoilerplate: true,
    apply: ({ view }, kept) => settleContents(view, kept),
  },
  {
    name: 'bare-headers',
    effect: 'drop',
    marksBoilerplate: true,
    apply: ({ view }, kept) => dropBareHeaders(view, kept),
  },
  {
    name: 'repeated-headings',
    effect: 'drop',
    marksBoilerplate: true,
    apply: ({ view, hasPosts }, kept) => dropRepeatedHeadings(view, kept, hasPosts),
  },
  {
    name: 'chrome',
    effect: 'drop',
    marksBoilerplate: true,
    appliesTo: hasNoPosts,
    apply: ({ view, isProduct }, kept) => dropChrome(view, kept, isProduct),
  },
  {
    name: 'bare-headings',
    effect: 'drop',
    marksBoilerplate: true,
    appliesTo: hasNoPosts,
    apply: ({ view, scores }, kept) => dropBareHeadings(view, scores, kept),
  },
  {
    name: 'standfirst',
    effect: 'keep',
    appliesTo: (page) => isOther(page) && hasNoPosts(page),
    apply: ({ view }, kept) => keepStandfirst(view, kept),
  },
  {
    name: 'complete-fields',
    effect: 'keep',
    apply: ({ view, scores, boilerplate }, kept) => {
      completeFields(view, scores, kept);
      boilerplate.forEach((is, index) => {
        if (is === 1) kept[index] = 0;
      });
    },
  },
];
