import type { Capture } from '@orbweaver/extraction';
import { pause } from '../until';
import type { IsolatedPage } from './isolated-page';

/** The document's text is longer than a page may be. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** A page that replaces itself is read again this often, with a moment for the new document between. */
const TRIES = 4;
const BETWEEN_TRIES_MS = 250;

/** They describe the bytes on the wire, not the text of the tree. */
const OF_THE_WIRE = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** The document as it stands in the browser now. */
export async function readPage(
  { page, mainResponse }: IsolatedPage,
  request: { url: string; sourceUrl: string },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Capture> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const html: unknown = await page.evaluate(serialise, maxBytes);
      if (typeof html !== 'string') throw new PageTooLarge(`The page is larger than ${maxBytes} bytes.`);
      const body = Buffer.from(html);
      if (body.byteLength > maxBytes) throw new PageTooLarge(`The page is larger than ${maxBytes} bytes.`);
      const response = mainResponse();
      return {
        url: isWebAddress(page.url()) ? page.url() : (response?.url() ?? request.url),
        sourceUrl: request.sourceUrl,
        status: response?.status() ?? 200,
        statusText: response?.statusText(),
        headers: Object.fromEntries(
          Object.entries(response?.headers() ?? {}).filter(([name]) => !OF_THE_WIRE.has(name)),
        ),
        body,
        charset: 'utf-8',
        engine: 'browser',
        proxyUsed: 'basic',
      };
    } catch (error) {
      const replaced = error instanceof Error && /context was destroyed|Cannot find context/i.test(error.message);
      if (!replaced || attempt === TRIES) throw error;
      await pause(BETWEEN_TRIES_MS, signal);
    }
  }
}

/** Runs in the page. Undefined: too large to be worth sending over. */
function serialise(maxLength: number): string | undefined {
  const doctype = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype);
  const html = doctype + (document.documentElement?.outerHTML ?? '');
  return html.length > maxLength ? undefined : html;
}

function isWebAddress(url: string): boolean {
  return url.startsWith('http://') || url.startsWith('https://');
}
