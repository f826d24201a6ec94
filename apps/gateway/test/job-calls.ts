import type { Answer, CallOptions, TestGateway } from './start-gateway';

/** URL of jobs in tests that do not depend on it. */
export const url = 'https://example.com/';

export const startCrawl = async (
  gateway: TestGateway,
  body: object = {},
  { version = 'v2', key = gateway.key } = {},
): Promise<string> => (await gateway.call(`/${version}/crawl`, { body: { url, ...body }, key })).body.id;

export type JobCalls = ReturnType<typeof jobCalls>;

/** Calls that start and read jobs. `startCrawl` and `startBatch` return the id. */
export function jobCalls(gateway: TestGateway) {
  const post = (path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
    gateway.call(path, { body, ...options });
  return {
    post,
    startCrawl: (body: object = {}, version = 'v2') => startCrawl(gateway, body, { version }),
    startBatch: async (urls: string[]): Promise<string> => (await post('/v2/batch/scrape', { urls })).body.id,
    read: async (path: string) => (await gateway.call(path)).body,
  };
}
