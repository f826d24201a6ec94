/** Kinds of pages that the kind head distinguishes, in the order of its outputs. */
export const PAGE_KINDS = ['article', 'documentation', 'service', 'forum', 'product', 'collection', 'listing'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
