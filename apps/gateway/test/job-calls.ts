import type { Answer, CallOptions, TestGateway } from './start-gateway';

/** The URL of jobs in tests that do not depend on it. */
export const url = 'https://example.com/';

export type JobCalls = ReturnType<typeof jobCalls>;

/** Calls that start and read jobs. Those that start one return its id. */
export function jobCalls(gateway: TestGateway) {
  const post = (path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
    gateway.call(path, { body, ...options });
  return {
    post,
    startCrawl: async (body: object = {}, version = 'v2'): Promise<string> =>
      (await post(`/${version}/crawl`, { url, ...body })).body.id,
    startBatch: async (urls: string[]): Promise<string> => (await post('/v2/batch/scrape', { urls })).body.id,
    read: async (path: string) => (await gateway.call(path)).body,
  };
}
