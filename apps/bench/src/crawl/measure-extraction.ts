import { type Capture, extractPage } from '@orbweaver/extraction';
import { scrapeSpec } from '@orbweaver/testing';
import { cpuMs } from '../stopwatch';
import { loadPages } from './load-pages';
import type { PageSource } from './start-site';

const WARM_UP_PAGES = 60;
const MOST_PAGES = 300;

const SPEC = scrapeSpec({ formats: [{ type: 'markdown' }, { type: 'links' }], onlyMainContent: true });
const OPTIONS = { wantsDocument: true, wantsOutlinks: true, detectShell: true };

/** From bytes to the compressed document, as in the renderer. */
export async function extractBody(url: string, body: Uint8Array): Promise<void> {
  const capture: Capture = {
    url,
    sourceUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
    engine: 'http',
    proxyUsed: 'basic',
  };
  await extractPage(capture, SPEC, OPTIONS);
}

/** CPU milliseconds per page of extraction in this process on one thread, for the pages of the site. */
export async function measureExtraction(source: PageSource): Promise<number> {
  const pages = loadPages(source).slice(0, MOST_PAGES);
  for (const { name, body } of pages.slice(0, WARM_UP_PAGES)) await extractBody(`http://127.0.0.1/${name}`, body);
  const fromMs = cpuMs();
  for (const { name, body } of pages) await extractBody(`http://127.0.0.1/${name}`, body);
  return (cpuMs() - fromMs) / pages.length;
}
