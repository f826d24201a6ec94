import { MAX_URL_CHARS, removeUserInfo } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { Page } from 'puppeteer-core';
import { pause } from '../../bounds/until';
import type { EgressRoute } from '../../proxy/egress-route';
import type { IsolatedPage } from '../isolated-page';
import { PageTooLarge } from '../requests/body-limits';
import { DocumentTooLarge, readBudget, readFrame } from './read-frame';

const TRIES = 4;
const BETWEEN_TRIES_MS = 250;

/** Headers that describe the bytes on the wire. */
const OF_THE_WIRE = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

export interface PageText {
  url: string;
  html: string;
  warnings: string[];
}

/** Reads the current document with its frames and shadow roots. Rejects with PageTooLarge. */
export async function readPageText(page: Page, maxBytes: number, signal: AbortSignal): Promise<PageText> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const budget = readBudget(maxBytes);
      const html = await readFrame(page.mainFrame(), budget, signal);
      if (Buffer.byteLength(html) > maxBytes) throw new DocumentTooLarge();
      // In the form of the HTTP engine.
      return { url: removeUserInfo(page.url()), html, warnings: [...budget.omitted] };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DocumentTooLarge)
        throw new PageTooLarge(`The page exceeds the size limit (${maxBytes} bytes).`);
      if (page.isClosed() || attempt === TRIES || error instanceof TypeError) throw error;
      await pause(BETWEEN_TRIES_MS, signal);
    }
  }
}

export async function readPage(
  { page, mainResponse, lastCookie }: IsolatedPage,
  request: { url: string; sourceUrl: string; route?: Pick<EgressRoute, 'proxyUsed'> },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Capture> {
  const { url, html, warnings } = await readPageText(page, maxBytes, signal);
  const response = mainResponse();
  const setCookie = lastCookie();
  const headers = { ...response?.headers(), ...(setCookie !== undefined && { 'set-cookie': setCookie }) };
  return {
    url: [url, response?.url() ?? ''].find(isWebAddress) ?? request.url,
    sourceUrl: request.sourceUrl,
    status: response?.status() ?? 200,
    statusText: response?.statusText(),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_WIRE.has(name))),
    body: Buffer.from(html),
    charset: 'utf-8',
    engine: 'browser',
    proxyUsed: request.route?.proxyUsed ?? 'basic',
    ...(warnings.length > 0 && { warnings }),
  };
}

function isWebAddress(url: string): boolean {
  return url.length <= MAX_URL_CHARS && (url.startsWith('http://') || url.startsWith('https://'));
}
