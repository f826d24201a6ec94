import type { ScrapeSpec } from '@orbweaver/core';
import type { ProxyPass } from '@orbweaver/egress';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { frameIdOf, sessionOf } from '../isolated-world';
import { adEngine } from './ad-engine';
import { isAdRequest } from './ad-request';
import { refuseServiceWorkers } from './refuse-service-workers';
import { type CallersCookie, callersCookies, callersHeaders, isOwnOrigin } from './request-headers';

/** More than any page shows; what is beyond stands as an empty box in a screenshot. */
const MAX_REMEMBERED = 1_000;
/** Of an address that is remembered or looked at; the browser lets a page have 2 MiB in one. */
const MAX_URL_CHARS = 8_192;

export interface GateRules {
  /** The page's, as the caller gave it: its origin is the one that the caller's headers are for. */
  url: string;
  spec: Pick<ScrapeSpec, 'headers' | 'blockAds'>;
  pass: Pick<ProxyPass, 'credential' | 'failureOf'>;
}

export interface RequestGate {
  /** Addresses that were refused as advertisements: whatever would have shown them is an empty box. */
  blockedUrls: ReadonlySet<string>;
}

type Paused = Protocol.Fetch.RequestPausedEvent;
type Headers = Record<string, string>;

const EVERYTHING: Protocol.Fetch.RequestPattern = { urlPattern: '*' };
/** What scripts fetch is of the type XHR, so that few others are of this one. */
const PREFETCHES: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Fetch' };
/** The first that goes out, and is asked for the proxy's credential; the browser remembers it for all that follow. */
const DOCUMENTS: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Document' };

/**
 * The one place that decides about each request of a page: refused as an advertisement or as one for a page that nobody
 * will go to, sent with the caller's headers, or sent as it is. Each request waits for the answer (about 1 ms), so it is
 * asked about all of them only when there is something to decide. Covers redirects, frames of other sites and dedicated
 * workers. WebSockets pass: the browser does not ask.
 *
 * Not by Puppeteer's own interception: that waits for a second event about each request before it shows it, which for
 * workers may have passed already; they would stand for ever.
 */
export async function interceptRequests(page: Page, { url, spec, pass }: GateRules): Promise<RequestGate> {
  const own = new URL(url);
  // The user agent belongs to the emulated visitor, see emulate.
  const { cookie = '', 'user-agent': _, ...headers } = callersHeaders(spec.headers);
  const cookies = callersCookies(cookie, own);
  const engine = spec.blockAds ? await adEngine() : undefined;
  const hasHeaders = Object.keys(headers).length > 0;
  const decidesAll = engine !== undefined || hasHeaders || cookies.length > 0;
  const blockedUrls = new Set<string>();
  const mainId = frameIdOf(page.mainFrame());

  const isOfMain = ({ resourceType, frameId }: Paused): boolean => resourceType === 'Document' && frameId === mainId;
  const isAd = (paused: Paused): boolean => {
    const { request, resourceType, frameId } = paused;
    const isDocument = resourceType === 'Document';
    if (engine === undefined || isOfMain(paused)) return false;
    const frame = page.frames().find((each) => frameIdOf(each) === frameId);
    const sources = [(isDocument ? frame?.parentFrame() : frame)?.url(), page.url()];
    const sourceUrl = sources.find((source) => source !== undefined && /^https?:/.test(source));
    return isAdRequest(engine, {
      url: request.url.slice(0, MAX_URL_CHARS),
      type: resourceType.toLowerCase(),
      sourceUrl,
    });
  };
  const headersFor = (paused: Paused): Headers | undefined => {
    if (!hasHeaders && cookies.length === 0) return undefined;
    const asked = lowerCase(paused.request.headers);
    if (!isOwnOrigin(own, paused.request.url)) return withoutCookies(asked, cookies);
    return isOfMain(paused) ? { ...asked, ...headers } : withHeaders(asked, headers);
  };
  const decide = async (session: CDPSession, paused: Paused): Promise<void> => {
    const { requestId, request } = paused;
    if (isPrefetch(paused)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    // By the proxy's word, a moment ago; it would say it again, by a connection for each request.
    if (!isOfMain(paused) && pass.failureOf(request.url)?.reason === 'dns') {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' });
      return;
    }
    if (isAd(paused)) {
      if (blockedUrls.size < MAX_REMEMBERED && request.url.length <= MAX_URL_CHARS) blockedUrls.add(request.url);
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    const sent = headersFor(paused);
    const list = sent && Object.entries(sent).map(([name, value]) => ({ name, value }));
    await session.send('Fetch.continueRequest', { requestId, headers: list });
  };
  const watch = async (session: CDPSession): Promise<void> => {
    session.on('Fetch.requestPaused', (paused) => {
      // A header that the browser refuses, or an address that the lists choke on, would leave the request standing.
      const decided = decide(session, paused).catch(() =>
        session.send('Fetch.continueRequest', { requestId: paused.requestId }),
      );
      // A request whose page has gone meanwhile can neither be continued nor be missed.
      decided.catch(() => undefined);
    });
    authenticate(session, pass.credential);
    // Frames of other sites and workers, each held before its first line. What has ended already needs no gate.
    session.on('sessionattached', (child) => void watch(child).catch(() => undefined));
    const patterns = decidesAll ? [EVERYTHING] : [PREFETCHES, DOCUMENTS];
    await session.send('Fetch.enable', { patterns, handleAuthRequests: true });
  };

  const main = sessionOf(page.mainFrame());
  await Promise.all([
    refuseServiceWorkers(page),
    watch(main),
    ...cookies.map((given) => main.send('Network.setCookie', given)),
  ]);
  return { blockedUrls };
}

/** Gives the proxy the page's credential when it asks. Sites that ask for one are told that there is none. */
function authenticate(session: CDPSession, credential: ProxyPass['credential']): void {
  // Puppeteer would answer first, and has none.
  session.removeAllListeners('Fetch.authRequired');
  const given = new Set<string>();
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // Asked again, it was refused: the pass is closed, or it is a site that answers like a proxy.
    const mayGive = authChallenge.source === 'Proxy' && !given.has(requestId);
    given.add(requestId);
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse = mayGive
      ? { response: 'ProvideCredentials', ...credential }
      : { response: 'CancelAuth' };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
}

/** `<link rel=prefetch>`. Those of speculation rules are not shown to anyone who asks; see browser-flags. */
function isPrefetch({ request }: Paused): boolean {
  return lowerCase(request.headers)['sec-purpose']?.startsWith('prefetch') ?? false;
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** They speak of the document that the caller asks for; to its scripts and pictures the browser says its own. */
const OF_THE_DOCUMENT = /^(?:accept|content-type|origin|range|referer|if-.*)$/;

function withHeaders(asked: Headers, headers: Headers): Headers {
  const { authorization } = asked;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_DOCUMENT.test(name)));
  // A script that has got itself a key of its own means that one.
  return { ...asked, ...kept, ...(authorization !== undefined && { authorization }) };
}

/** Cookies know no ports and no schemes: the browser would take the caller's to other origins. Undefined: it has none. */
function withoutCookies({ cookie = '', ...asked }: Headers, cookies: readonly CallersCookie[]): Headers | undefined {
  const given = new Set(cookies.map(({ name, value }) => `${name}=${value}`));
  const pairs = cookie.split(/;\s*/);
  const kept = pairs.filter((pair) => !given.has(pair));
  // Left out, the browser would add it again.
  return kept.length === pairs.length ? undefined : { ...asked, cookie: kept.join('; ') };
}
