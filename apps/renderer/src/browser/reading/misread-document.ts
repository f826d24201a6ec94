import { isAscii } from 'node:buffer';
import { unlessAborted } from '@orbweaver/core';
import { detectCharset } from '@orbweaver/extraction';
import { within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import type { ReplayedDocument } from '../requests/replay';

/** The browser takes some 50 ms to hand over a megabyte. Few pages of text without a declaration are as large. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const PATIENCE_MS = 2_000;

/**
 * The loaded document with its charset declared, when the browser has misread it: a page in UTF-8 that declares nothing
 * is in a legacy charset for Chromium where the top-level domain is that of some countries, and in windows-1252 where its
 * first bytes, some kilobytes, are ASCII. Undefined: it is read as it is without a browser, or it is not known to be
 * misread. Rejects only when `signal` aborts.
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
    // Decoded by the browser: as UTF-8 where nothing is declared, with U+FFFD for what is not UTF-8.
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
    return await unlessAborted(signal, within(PATIENCE_MS, 'the document as it came', find()));
  } catch {
    // Another document came, the browser has not kept this one, or a script blocks the page.
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
