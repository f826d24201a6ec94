import type { Signal } from './signal';

const WRITE = 'names in development pages of the half write';

/** Words of classes and ids. Words with a hyphen are whole names. */
export const NAME_SIGNALS: readonly Signal[] = [
  {
    id: 'related',
    source: WRITE,
    words: {
      en: 'related|related-posts|related-articles|related-products|related-content|related-news|recommendation|recommendations|recommended|similar|popular|trending|most-popular|most-read|most-viewed|read-also|more-news|more-articles|more-stories|more-posts|latest-posts|recent-posts',
    },
  },
  {
    id: 'comments',
    source: WRITE,
    words: {
      en: 'comment|comments|commentlist|comment-list|commentaires|commenti|comentarios|comentários|kommentare|kommentarer|komentarze|komentáře|diskuse|yorumlar|disqus|respond',
    },
  },
  {
    id: 'newsletter',
    source: WRITE,
    words: {
      en: 'newsletter|subscribe|subscription|signup|optin|mailchimp',
    },
  },
  {
    id: 'share',
    source: WRITE,
    words: {
      en: 'share|sharing|social|addtoany|sharedaddy|addthis|sharethis',
    },
  },
  {
    id: 'bio',
    source: WRITE,
    words: {
      en: 'author-box|author-bio|author-info|author-card|author-profile|author-about|author-description|about-author|about-the-author|authorbox|bio',
    },
  },
  {
    id: 'cookie',
    source: WRITE,
    words: {
      en: 'cookie|cookies|consent|gdpr|onetrust|cookiebot|privacy',
    },
  },
  {
    id: 'facet',
    source: WRITE,
    words: {
      en: 'filter|filters|facet|facets|refinement|refinements|swatch|swatches|sort|sorting',
    },
  },
  {
    id: 'chrome',
    source: WRITE,
    words: {
      en: 'ad|ads|advert|advertisement|sidebar|modal|popup|navbar|navigation|breadcrumb|breadcrumbs|banner|promo|widget',
    },
  },
  {
    id: 'review',
    source: WRITE,
    words: {
      en: 'review|reviews|rating|ratings|testimonial|testimonials',
    },
  },
  {
    id: 'fine-print',
    source: WRITE,
    words: {
      en: 'legal|disclaimer|disclaimers|footnote|footnotes|copyright',
    },
  },
  {
    id: 'signature',
    source: WRITE,
    words: {
      en: 'signature|signatures|postsignature',
    },
  },
  {
    id: 'product',
    source: WRITE,
    words: {
      en: 'product|products|price|prices|cart|sku|buy|shop|variant|variants',
    },
  },
  {
    id: 'post',
    source: WRITE,
    words: {
      en: 'thread|threads|reply|replies|topic|topics|forum|postbody|message|messages|answer|question',
    },
  },
  {
    id: 'documentation',
    source: WRITE,
    words: {
      en: 'toc|docs|doc|documentation|highlight|hljs|prism|codehilite|markdown|sphinx|docutils|rst',
    },
  },
  {
    id: 'listing',
    source: WRITE,
    words: {
      en: 'listing|listings|results|archive|feed|grid|cards|pagination|pager|teaser|entry-summary',
    },
  },
  {
    id: 'service',
    source: WRITE,
    words: {
      en: 'hero|cta|features|feature|pricing|faq|testimonial|benefits|clients|solutions|service|services',
    },
  },
];
