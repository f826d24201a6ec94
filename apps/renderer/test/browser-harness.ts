import type { ScrapeSpec } from '@orbweaver/core';
import { createHttpClient, type ProxyPass } from '@orbweaver/egress';
import { scrapeSpec } from '@orbweaver/testing';
import { Deadline } from '../src/bounds/deadline';
import { Slots } from '../src/bounds/slots';
import { BrowserFetcher } from '../src/fetch/browser-fetcher';
import type { FetchOutcome } from '../src/fetch/fetch-page';
import { HttpFetcher } from '../src/fetch/http-fetcher';
import { type BrowsingOptions, PAGE_BYTES_UNIT, startBrowsing } from './browsing';

const never = new AbortController().signal;

interface StageOptions extends BrowsingOptions {
  maxBytes?: number;
}

export type BrowserHarness = Awaited<ReturnType<typeof startBrowserHarness>>;

export async function startBrowserHarness({ maxBytes = 8 * PAGE_BYTES_UNIT, ...options }: StageOptions = {}) {
  const browsing = await startBrowsing(options);
  const { guard, proxy, source, pool } = browsing;
  const client = createHttpClient({ guard, userAgent: 'test' });
  let lastPass: ProxyPass | undefined;
  const fetcher = new BrowserFetcher({
    pool,
    http: new HttpFetcher({ client, slots: new Slots(4, 0), version: () => source.version(), maxBytes }),
    forwardProxy: async () => ({
      ...proxy,
      issuePass: (options) => {
        lastPass = proxy.issuePass(options);
        return lastPass;
      },
    }),
    version: () => source.version(),
    maxBytes,
    onDenied: () => undefined,
  });

  async function visit(url: string, changes: Partial<ScrapeSpec> = {}, limitMs = 30_000): Promise<FetchOutcome> {
    const deadline = new Deadline(Date.now() + limitMs, never);
    try {
      const spec = scrapeSpec(changes);
      return await fetcher.fetch({ url, sourceUrl: url, spec, profile: 'plain', priority: 'interactive' }, deadline);
    } finally {
      deadline.release();
    }
  }

  return {
    ...browsing,
    fetcher,
    visit,
    refusalOf: (host: string) => lastPass?.failureOf(`http://${host}`),
    async captureOf(url: string, changes: Partial<ScrapeSpec> = {}, limitMs?: number) {
      const result = await visit(url, changes, limitMs);
      if (result.kind === 'failed') throw new Error(JSON.stringify(result.failure));
      return { ...result.capture, html: Buffer.from(result.capture.body).toString() };
    },
    async failureOf(url: string, changes: Partial<ScrapeSpec> = {}, limitMs?: number) {
      const result = await visit(url, changes, limitMs);
      if (result.kind === 'capture') throw new Error(`captured ${result.capture.url}`);
      return result.failure;
    },
    async close(): Promise<void> {
      await Promise.all([browsing.close(), client.close()]);
    },
  };
}
