import type { JobView } from '@orbweaver/persistence';

type Erasable = Pick<JobView, 'zeroDataRetention'>;

const ZERO = 'The job ran with zero data retention and its';

/** Errors about jobs that are erased: after zero data retention, at an early expiry, or on demand. */
export const erasedTexts = {
  documents: ({ zeroDataRetention }: Erasable) =>
    zeroDataRetention ? `${ZERO} remaining documents are erased` : 'The documents of the job are erased',
  urls: ({ zeroDataRetention }: Erasable) =>
    zeroDataRetention ? `${ZERO} URLs are erased` : 'The URLs of the job are erased',
  events: ({ zeroDataRetention }: Erasable) =>
    zeroDataRetention ? `${ZERO} webhook events are erased` : 'The webhook events of the job are erased',
  page: ({ zeroDataRetention }: Erasable) =>
    zeroDataRetention ? 'The page was scraped with zero data retention and is erased' : 'The page is erased',
};
