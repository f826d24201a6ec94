import type { ScrapeSpec } from '@orbweaver/core';
import type { Capture } from '../capture';

/** For specs of this package: how a page is looked at, and what came back, unless the test says otherwise. */
export function scrapeSpec(options: Partial<ScrapeSpec> = {}): ScrapeSpec {
  return {
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    headers: {},
    waitForMs: 0,
    mobile: false,
    skipTlsVerification: false,
    timeoutMs: 30_000,
    pdf: { parse: true },
    actions: [],
    location: { country: 'US-generic', languages: [] },
    removeBase64Images: true,
    blockAds: true,
    proxy: 'basic',
    maxAgeMs: 0,
    storeInCache: false,
    ...options,
  };
}

export function captureOf(body: string | Uint8Array, options: Partial<Capture> = {}): Capture {
  return {
    url: 'https://example.com/page',
    sourceUrl: 'example.com/page',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    engine: 'http',
    proxyUsed: 'basic',
    ...options,
  };
}
