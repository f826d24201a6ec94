import type { ScrapeSpec } from '@orbweaver/core';
import type { ProxyPass } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { frameIdOf, sessionOf } from '../isolated-world';
import { adEngine } from './ad-engine';
import { isAdRequest } from './ad-request';
import { refuseServiceWorkers } from './refuse-service-workers';
import { Replay } from './replay';
import { type CallersCookie, callersCookies, callersHeaders, isOwnOrigin } from './request-headers';

/** More than any page shows. Further blocked pictures stay as empty boxes in a screenshot. */
const MAX_REMEMBERED = 1_000;
/** The most characters of an address that is stored or matched; the browser allows 2 MiB. */
const MAX_URL_CHARS = 8_192;

export interface GateRules {
  /** The page's URL as the caller gave it: the caller's headers are for its origin. */
  url: string;
  spec: Pick<ScrapeSpec, 'headers' | 'blockAds'>;
  pass: Pick<ProxyPass, 'credential' | 'failureOf'>;
  /** A page that this process answers itself: no name leads to it. */
  ownPage?: Pick<Capture, 'url' | 'headers' | 'body'>;
}

export interface RequestGate {
  /** Addresses blocked as advertisements: whatever would have shown them is an empty box. */
  blockedUrls: ReadonlySet<string>;
  /** Answers the main document's next request in place of the site. */
  replay: Replay;
  /** From now on the page gets no other main document, so that it stays on the one it has. */
  refuseDocuments(): void;
}

type Paused = Protocol.Fetch.RequestPausedEvent;
type Headers = Record<string, string>;

const EVERYTHING: Protocol.Fetch.RequestPattern = { urlPattern: '*' };
/** Scripts' fetches have the type XHR, so few other requests have this one. */
const PREFETCHES: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Fetch' };
/** The first request out, which the proxy asks for its credential; the browser remembers it afterwards. */
const DOCUMENTS: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Document' };

/**
 * Decides about each request of a page: blocks it as an advertisement or as a prefetch, sends it with the caller's
 * headers, or sends it unchanged. Each request waits for the decision (about 1 ms), so interception covers all requests
 * only when something is to decide. It covers redirects, cross-site frames and dedicated workers. WebSockets pass: the
 * browser does not ask.
 *
 * Puppeteer's own interception is not used: it waits for a second event about each request, which for workers may have
 * passed already; they would hang for ever.
 */
export async function interceptRequests(page: Page, { url, spec, pass, ownPage }: GateRules): Promise<RequestGate> {
  const own = new URL(url);
  // The user agent belongs to the emulated visitor, see emulate.
  const { cookie = '', 'user-agent': _, ...headers } = callersHeaders(spec.headers);
  const cookies = callersCookies(cookie, own);
  const engine = spec.blockAds ? await adEngine() : undefined;
  const hasHeaders = Object.keys(headers).length > 0;
  const decidesAll = engine !== undefined || hasHeaders || cookies.length > 0;
  const blockedUrls = new Set<string>();
  const replay = new Replay();
  let refusesDocuments = false;
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
    if (ownPage !== undefined && isOfMain(paused) && request.url === ownPage.url) {
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: Object.entries(ownPage.headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(ownPage.body).toString('base64'),
      });
      return;
    }
    if (isPrefetch(paused)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    const replayed = isOfMain(paused) ? replay.take(paused) : undefined;
    if (replayed !== undefined) {
      await session.send('Fetch.fulfillRequest', replayed);
      return;
    }
    if (refusesDocuments && isOfMain(paused)) {
      // With any other reason the browser would show its page for errors.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    // The proxy said a moment ago that the host is dead; asking again would cost a connection for each request.
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
      // A header that the browser refuses, or an address that the matcher rejects, must not leave the request hanging.
      const decided = decide(session, paused).catch(() =>
        session.send('Fetch.continueRequest', { requestId: paused.requestId }),
      );
      // The page of this request is gone; the request no longer matters.
      decided.catch(() => undefined);
    });
    authenticate(session, pass.credential);
    // Cross-site frames and workers, each held before its first line. A target that has ended needs no gate.
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
  const refuseDocuments = (): void => {
    refusesDocuments = true;
  };
  return { blockedUrls, replay, refuseDocuments };
}

/** Gives the proxy the page's credential. Sites that ask for credentials get none. */
function authenticate(session: CDPSession, credential: ProxyPass['credential']): void {
  // Puppeteer would answer first, and has none.
  session.removeAllListeners('Fetch.authRequired');
  const given = new Set<string>();
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // A second challenge is a refusal: the credential has ended, or a site imitates a proxy.
    const mayGive = authChallenge.source === 'Proxy' && !given.has(requestId);
    given.add(requestId);
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse = mayGive
      ? { response: 'ProvideCredentials', ...credential }
      : { response: 'CancelAuth' };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
}

/** `<link rel=prefetch>`. DevTools does not show speculation rules; browser-flags switches those off. */
function isPrefetch({ request }: Paused): boolean {
  return lowerCase(request.headers)['sec-purpose']?.startsWith('prefetch') ?? false;
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** These headers describe the request for the document; for scripts and pictures the browser sends its own. */
const OF_THE_DOCUMENT = /^(?:accept|content-type|origin|range|referer|if-.*)$/;

function withHeaders(asked: Headers, headers: Headers): Headers {
  const { authorization } = asked;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_DOCUMENT.test(name)));
  // A script that sets its own key needs that one.
  return { ...asked, ...kept, ...(authorization !== undefined && { authorization }) };
}

/**
 * Cookies know neither ports nor schemes, so the browser would send the caller's to other origins. Undefined: the
 * request has none.
 */
function withoutCookies({ cookie = '', ...asked }: Headers, cookies: readonly CallersCookie[]): Headers | undefined {
  const given = new Set(cookies.map(({ name, value }) => `${name}=${value}`));
  const pairs = cookie.split(/;\s*/);
  const kept = pairs.filter((pair) => !given.has(pair));
  // The browser would add a cookie header that is left out.
  return kept.length === pairs.length ? undefined : { ...asked, cookie: kept.join('; ') };
}
