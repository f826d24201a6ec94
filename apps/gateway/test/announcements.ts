import type { TestGateway } from './start-gateway';

/** Tells all gateways, in place of results, that a page is stored. A scrape is a job of one page, under one id. */
export const announcePage = (
  { publisher }: TestGateway,
  jobId: string,
  pageId: string,
  state: 'done' | 'failed' = 'done',
): Promise<void> => publisher.publish('pageStored', jobId, { type: 'PageStored', jobId, pageId, state });

/** Tells them that a job has ended. */
export const announceEnd = (
  { publisher }: TestGateway,
  jobId: string,
  state: 'completed' | 'cancelled',
): Promise<void> => publisher.publish('jobChanged', jobId, { type: 'JobChanged', jobId, state });
