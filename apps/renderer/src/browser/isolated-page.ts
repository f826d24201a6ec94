import type { ScrapeSpec } from '@orbweaver/core';
import type { CDPSession, HTTPResponse, Page } from 'puppeteer-core';
import { adPatterns } from './ad-hosts';
import type { PageSlot } from './cluster-concurrency';
import { emulate } from './emulate';
import { sendHeaders } from './request-headers';

export interface IsolatedPage {
  page: Page;
  session: CDPSession;
  /** The last answer that made the page's main document; undefined before the first. */
  mainResponse(): HTTPResponse | undefined;
  /** The last address that the main document was asked of. */
  mainUrl(): string;
}

/** A page in a context of its own: no cookie, cache entry or worker is shared with any other page. */
export async function openIsolatedPage(
  slot: PageSlot,
  url: string,
  spec: ScrapeSpec,
  version: string,
): Promise<IsolatedPage> {
  const { browser } = await slot.browser();
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
  slot.whenClosing(() => context.close());
  const page = await context.newPage();
  context.on('targetcreated', (target) => {
    if (target.type() !== 'page' || target === page.target()) return;
    // A popup: nobody will look at it. It may also have closed itself already.
    target
      .page()
      .then((popup) => popup?.close())
      .catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    // An open dialog stops the page. To leave a page is allowed, every other question is answered with no.
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  let main: HTTPResponse | undefined;
  let mainUrl = url;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) mainUrl = request.url();
  });
  page.on('response', (response) => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400 && response.headers().location !== undefined;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !isRedirect) main = response;
  });
  const session = await page.createCDPSession();
  await Promise.all([
    emulate(page, session, spec, version),
    sendHeaders(page, url, spec.headers),
    ...(spec.blockAds
      ? [session.send('Network.enable').then(() => session.send('Network.setBlockedURLs', { urls: [...adPatterns] }))]
      : []),
  ]);
  return { page, session, mainResponse: () => main, mainUrl: () => mainUrl };
}
