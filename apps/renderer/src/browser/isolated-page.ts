import type { ScrapeSpec } from '@orbweaver/core';
import type { ProxyPass } from '@orbweaver/egress';
import type { BrowserContext, BrowserContextOptions, CDPSession, HTTPResponse, Page } from 'puppeteer-core';
import type { EgressRoute, PageProfile } from '../proxy/egress-route';
import { networkIdOf } from './isolated-world';
import { type GateRules, interceptRequests, type RequestGate } from './requests/intercept-requests';
import type { BrowserHold } from './supply/browser-supply';
import type { PageSlot } from './supply/cluster-concurrency';
import { emulate } from './visitor/emulate';
import { visitorOf } from './visitor/visitor';

export interface IsolatedPage {
  page: Page;
  session: CDPSession;
  gate: RequestGate;
  /** The last response of a site for the main document; undefined before the first. */
  mainResponse(): HTTPResponse | undefined;
  /** The last cookie set for the main document, including redirects and earlier documents. */
  lastCookie(): string | undefined;
  mainUrl(): string;
}

export interface PageOpening {
  url: string;
  spec: ScrapeSpec;
  profile: PageProfile;
  route?: EgressRoute;
  pass: Pick<ProxyPass, 'credential' | 'failureOf'>;
  ownPage?: GateRules['ownPage'];
  version: string;
}

/** Opens a page in its own browser context, which shares no cookies, cache or workers with other pages. */
export async function openIsolatedPage(slot: PageSlot, opening: PageOpening): Promise<IsolatedPage> {
  const { browser, workers } = await slot.browser();
  const proxy = await proxyOf(opening.route);
  return await slot.answered(open({ slot, browser, workers, proxy }, opening));
}

interface Surroundings extends Pick<BrowserHold, 'browser' | 'workers'> {
  slot: PageSlot;
  proxy: BrowserContextOptions;
}

async function open({ slot, browser, workers, proxy }: Surroundings, opening: PageOpening): Promise<IsolatedPage> {
  const { url, spec, version, profile } = opening;
  const opened = browser.createBrowserContext({ downloadBehavior: { policy: 'deny' }, ...proxy });
  // Not awaited, so that a browser that hangs is noticed when the page is aborted.
  slot.whenClosing(async () => await (await opened).close());
  const context = await opened;
  const page = await context.newPage();
  context.on('targetcreated', (target) => {
    if (target.type() !== 'page' || target === page.target()) return;
    // Popups are closed. One may already have closed itself.
    target
      .page()
      .then((popup) => popup?.close())
      .catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    // An open dialog blocks the page. Leaving the page is confirmed, other questions are cancelled.
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  let main: HTTPResponse | undefined;
  let mainUrl = url;
  let cookie: string | undefined;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) mainUrl = request.url();
  });
  page.on('response', (response) => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400 && response.headers().location !== undefined;
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    cookie = response.headers()['set-cookie'] ?? cookie;
    if (!isRedirect && !gate.replay.hasAnswered(networkIdOf(request))) main = response;
  });
  const session = await page.createCDPSession();
  const emulation = { visitor: visitorOf(spec, version), profile, ignoreCertificates: spec.skipTlsVerification };
  const [gate, stopEmulation] = await Promise.all([
    interceptRequests(page, opening),
    emulate({ page, otherSessions: [session], workers }, emulation),
    denyNotifications(session, context),
  ]);
  slot.whenClosing(async () => stopEmulation());
  return { page, session, gate, mainResponse: () => main, lastCookie: () => cookie, mainUrl: () => mainUrl };
}

/** Without a route the context uses the browser's own local proxy. */
async function proxyOf(route: EgressRoute | undefined): Promise<BrowserContextOptions> {
  if (route === undefined) return {};
  const { url } = await route.forwardProxy();
  // `<-loopback>` removes the default bypass of loopback addresses, like the browser's own flag.
  return { proxyServer: url, proxyBypassList: ['<-loopback>'] };
}

/** Sets notifications to `denied`. A headless shell would report them as both denied and promptable. */
async function denyNotifications(session: CDPSession, { id }: BrowserContext): Promise<void> {
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    browserContextId: id,
  });
}
