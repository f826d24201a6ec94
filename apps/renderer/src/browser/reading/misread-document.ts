import { isAscii } from 'node:buffer';
import { unlessAborted } from '@orbweaver/core';
import { detectCharset } from '@orbweaver/extraction';
import { within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import type { ReplayedDocument } from '../requests/replay';

/** The browser takes about 50 ms to transfer a megabyte. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const PATIENCE_MS = 2_000;

/**
 * The loaded document with its charset declared, if the browser misread it; undefined otherwise. Chromium decodes UTF-8
 * without declaration in a legacy charset for some top-level domains, and as windows-1252 if its first kilobytes are
 * ASCII. Rejects only when `signal` aborts.
 */
export async function misreadDocument(
  { page, mainResponse }: IsolatedPage,
  signal: AbortSignal,
): Promise<ReplayedDocument | undefined> {
  const response = mainResponse();
  if (response === undefined || response.request().method() !== 'GET') return undefined;
  const headers = response.headers();
  if (/charset/i.test(headers['content-type'] ?? '')) return undefined;
  const url = withoutFragment(response.url());
  const find = async (): Promise<ReplayedDocument | undefined> => {
    const { charset, type, bytes } = await isolatedWorld(page.mainFrame()).evaluate(describeDocument);
    if (type !== 'text/html' || charset.startsWith('UTF-') || bytes === 0 || bytes > MAX_BODY_BYTES) return undefined;
    // Decoded by the browser: as UTF-8 without declaration, with U+FFFD for invalid bytes.
    const body = await response.buffer();
    if (isAscii(body) || body.includes('\uFFFD') || detectCharset(body, { url }) !== 'utf-8') return undefined;
    if (withoutFragment(page.url()) !== url || mainResponse() !== response) return undefined;
    return {
      url,
      status: response.status(),
      statusText: response.statusText(),
      headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
      body,
    };
  };
  try {
    return await unlessAborted(signal, within(PATIENCE_MS, 'the original document', find()));
  } catch {
    // The document was replaced, is no longer stored by the browser, or a script blocks the page.
    signal.throwIfAborted();
    return undefined;
  }
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** Runs in the isolated world of a page. */
function describeDocument(): { charset: string; type: string; bytes: number } {
  const own = (name: string): string => Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return { charset: own('characterSet'), type: own('contentType'), bytes: navigation?.decodedBodySize ?? 0 };
}
