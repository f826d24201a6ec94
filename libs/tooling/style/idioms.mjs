/** Maximum number of idioms per 100 words in the prose of a package. Temporal's SDK has 0.13, Crawlee 0.15. */
export const MAX_PER_100_WORDS = 0.3;

/** Phrases that have a plainer form, in comments, documentation and test titles. */
export const IDIOMS = [
  {
    pattern: /(?:^|[.:;!?] )(?:What|Who|Whose|Whom|That which|Those (?:that|who|of))\b(?![^.\n]{0,80}\?)/g,
    instead: 'begin with a noun',
  },
  { pattern: /\b(?:that which|of (?:what|whom|which|whose))\b/gi, instead: 'name the thing' },
  { pattern: /\b(?:nobody|no one|none of them)\b/gi, instead: 'no user, no caller, …' },
  { pattern: /\bbeside\b/gi, instead: 'next to, together with, in addition to' },
  { pattern: /\bleads? (?:to|on|away|out)\b/gi, instead: 'links to, causes' },
  { pattern: /\bstays? or goes\b|\bgoes (?:with|out|in|away)\b/gi, instead: 'is kept, is removed' },
  {
    pattern: /\bwhat (?:\w+ ){0,4}(?:says?|tells?|asks?|knows?|is (?:said|told|left|there))\b/gi,
    instead: 'name the thing',
  },
  {
    pattern:
      /\b(?:tells?|told|says?|said|knows?|heard|hears?|asks?) (?:of|about|so|nothing|whether|who|what|where|which|it|them|by)\b/gi,
    instead: 'reports, contains, returns, requests',
  },
  {
    pattern: /\b(?:is|are|was|were) (?:told|said|heard|taken for|left alone|held back|at hand)\b/gi,
    instead: 'a literal verb',
  },
  {
    pattern: /\bfor ever\b|\bits? (?:own )?end\b(?! of)|\bof its own\b|\bas (?:it|they) (?:stands?|lies?)\b/gi,
    instead: 'without limit, finishes, separate, unchanged',
  },
  { pattern: /\b(?:stands?|lies?) (?:in|on|for|between|beside|there|before|after|under|above)\b/gi, instead: 'is' },
];

/** Identifiers that hide the term of art. */
export const NAME_IDIOMS =
  /\b(?:is\w+Not|\w*Telling\w*|untold\w*|said[A-Z]\w*|heard[A-Z]\w*|\w*[oO]fWhat\w*|what[A-Z]\w+|who[A-Z]\w+)\b/g;

/** Sentences that must be found, and their plain forms that must not. */
export const PAIRS = [
  [
    'Takes out by what the entries of a listing can be narrowed down. What is left stays or goes with it.',
    'Removes facet filters from listings.',
  ],
  ['Where the visitor is of whom nobody said where he is', 'Default visitor countries, in order of preference.'],
  [
    'A page of fewer has nothing that a scorer could tell from the rest, beside its title',
    'Below this many blocks the model is unreliable.',
  ],
  ['nobody sees an element and nobody hears it', 'The element is hidden visually and from assistive technology.'],
  ['What has failed is the page itself, and what it did then', 'Generic error messages rendered by the page.'],
  [
    'Pages that lead on for ever give what they show',
    'Endless redirects return the last page received, with a warning.',
  ],
  ['Who wants it asks for it', 'Opt in through `events`.'],
  ['Every frontier tells of those of all', 'Cluster-wide gauge reported by every replica; aggregate with max().'],
];
