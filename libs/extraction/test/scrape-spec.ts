import type { Capture } from '../src/capture';

export { scrapeSpec } from '@orbweaver/testing';

/** The default capture of tests. */
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
