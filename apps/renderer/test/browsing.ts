import { createEgressGuard, type Resolver, startForwardProxy } from '@orbweaver/egress';
import { BrowserPool } from '../src/browser/supply/browser-pool';
import { BrowserSource } from '../src/browser/supply/browser-source';
import { BrowserSupply, type BrowserSupplyOptions } from '../src/browser/supply/browser-supply';
import type { SlotLimits } from '../src/browser/supply/cluster-concurrency';
import { rendererConfig } from '../src/renderer.config';
import { keepLog } from './quiet-log';

export const PAGE_BYTES_UNIT = 1024 * 1024;

/** For suites of concurrent tests: at least jest's maxConcurrency (5), so that no test waits for another. */
export const CONCURRENT_SLOTS = 6;

export interface BrowsingOptions extends Partial<BrowserSupplyOptions> {
  limits?: SlotLimits;
  slots?: number;
  resolver?: Resolver;
  /** EGRESS_ALLOW. */
  allow?: string;
}

/** A browser with its forward proxy, as in the service. By default the lower half of loopback is allowed. */
export async function startBrowsing({
  limits,
  slots = 4,
  resolver,
  allow = '127.0.0.0/9',
  ...options
}: BrowsingOptions = {}) {
  const guard = createEgressGuard({ allow, resolver });
  const proxy = await startForwardProxy({ guard });
  const { CHROMIUM_PATH, RENDERER_CACHE_DIR } = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  const search = { chromiumPath: CHROMIUM_PATH, cacheDir: RENDERER_CACHE_DIR, log: keepLog().log };
  const source = new BrowserSource(search, async () => proxy.url);
  const supply = new BrowserSupply({
    launch: () => source.launch(),
    maxPages: 1000,
    maxAgeMs: 60 * 60_000,
    maxMemoryBytes: 2048 * PAGE_BYTES_UNIT,
    maxPageBytes: 1024 * PAGE_BYTES_UNIT,
    onRestart: () => undefined,
    onPageKilled: () => undefined,
    onLaunchFailed: (error) => {
      throw error;
    },
    ...options,
  });
  const pool = new BrowserPool({ supply, slots, reservedSlots: 1, limits });
  return {
    guard,
    proxy,
    source,
    supply,
    pool,
    async close(): Promise<void> {
      await pool.close();
      await proxy.close();
    },
  };
}
