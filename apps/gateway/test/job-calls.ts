import type { Answer, CallOptions, TestGateway } from './start-gateway';

/** What jobs are started for where the test does not care. */
export const url = 'https://example.com/';

export type JobCalls = ReturnType<typeof jobCalls>;

/** The calls that start jobs and read them; those that start one give its id. */
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
