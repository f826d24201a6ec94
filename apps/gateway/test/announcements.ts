import type { TestGateway } from './start-gateway';

/** Publishes PageStored as results does. A scrape is a job of one page with the same id. */
export const announcePage = (
  { publisher }: TestGateway,
  jobId: string,
  pageId: string,
  state: 'done' | 'failed' = 'done',
): Promise<void> => publisher.publish('pageStored', jobId, { type: 'PageStored', jobId, pageId, state });

/** Publishes JobChanged as results does. */
export const announceEnd = (
  { publisher }: TestGateway,
  jobId: string,
  state: 'completed' | 'cancelled',
): Promise<void> => publisher.publish('jobChanged', jobId, { type: 'JobChanged', jobId, state });
