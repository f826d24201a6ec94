import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import { type IsolatedPage, openIsolatedPage } from '../src/browser/isolated-page';
import type { PageProfile } from '../src/proxy/egress-route';
import { type BrowsingOptions, startBrowsing } from './browsing';

export interface Opening {
  spec?: Partial<ScrapeSpec>;
  profile?: PageProfile;
  signal?: AbortSignal;
}

/** Opens pages like the service, for free use by tests. Loopback addresses are allowed. */
export async function startPageOpener(options: BrowsingOptions = {}) {
  const { source, supply, pool, proxy, close } = await startBrowsing(options);
  return {
    supply,
    async withPage<T>(url: string, opening: Opening, work: (opened: IsolatedPage) => Promise<T>): Promise<T> {
      const { spec = {}, profile = 'plain', signal = new AbortController().signal } = opening;
      return await pool.run('interactive', signal, async (slot) => {
        const pass = proxy.issuePass();
        slot.whenClosing(async () => pass.close());
        const request = { url, spec: scrapeSpec(spec), profile, pass, version: source.version() };
        return await work(await openIsolatedPage(slot, request));
      });
    },
    close,
  };
}

export type PageOpener = Awaited<ReturnType<typeof startPageOpener>>;
