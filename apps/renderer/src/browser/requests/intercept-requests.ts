import type { ScrapeSpec } from '@orbweaver/core';
import { type ProxyPass, REFUSAL_HEADER } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { frameIdOf, sessionOf } from '../isolated-world';
import { adEngine } from './ad-engine';
import { isAdRequest } from './ad-request';
import { refuseServiceWorkers } from './refuse-service-workers';
import { Replay } from './replay';
import { type CallersCookie, callersCookies, callersHeaders, isOwnOrigin } from './request-headers';
import { pageRefusal } from './team-refusal';

/** More than any page shows. Further blocked images remain as empty boxes in a screenshot. */
const MAX_REMEMBERED = 1_000;
/** Maximum length of a URL that is stored or matched; the browser allows 2 MiB. */
const MAX_URL_CHARS = 8_192;

export interface GateRules {
  /** The page's URL as requested: the caller's headers are for its origin. */
  url: string;
  spec: Pick<ScrapeSpec, 'headers' | 'blockAds' | 'hosts'>;
  pass: Pick<ProxyPass, 'credential' | 'failureOf'>;
  ownPage?: Pick<Capture, 'url' | 'headers' | 'body'>;
}

export interface RequestGate {
  /** URLs blocked as ads. Their elements are empty boxes. */
  blockedUrls: ReadonlySet<string>;
  /** Answers the next request for the main document instead of the site. */
  replay: Replay;
  refuseDocuments(): void;
}

type Paused = Protocol.Fetch.RequestPausedEvent;
type Headers = Record<string, string>;

const EVERYTHING: Protocol.Fetch.RequestPattern = { urlPattern: '*' };
/** Fetches of scripts have the type XHR, so few other requests match. */
const PREFETCHES: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Fetch' };
/** The first request, for which the proxy requests the credential; the browser caches it. */
const DOCUMENTS: Protocol.Fetch.RequestPattern = { urlPattern: '*', resourceType: 'Document' };

/** The answer of the proxy to a denied request. */
const REFUSED = { responseCode: 403, responseHeaders: [{ name: REFUSAL_HEADER, value: 'egress-denied' }] };

/**
 * Decides on each request of a page: refuses documents on hosts that the team may not visit, blocks ads and prefetches,
 * adds the caller's headers. Covers redirects, cross-site frames and dedicated workers, not WebSockets. Without rules only
 * documents and prefetches are paused, as each paused request costs about 1 ms. Requests of workers may hang in
 * Puppeteer's own interception.
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
  /** Applies the hosts of the team: the proxy cannot distinguish documents from subresources. */
  const refusesHost = async (session: CDPSession, paused: Paused): Promise<boolean> => {
    const { requestId, request, resourceType } = paused;
    if (resourceType !== 'Document' || spec.hosts === undefined) return false;
    if (pageRefusal(spec.hosts, new URL(request.url)) === undefined) return false;
    const errorReason = refusesDocuments ? 'Aborted' : 'BlockedByClient';
    if (isOfMain(paused) && !refusesDocuments) await session.send('Fetch.fulfillRequest', { requestId, ...REFUSED });
    else await session.send('Fetch.failRequest', { requestId, errorReason });
    return true;
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
      // With any other reason the browser would show its error page.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    // The proxy has just failed to resolve the host; another request would cost another connection.
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
  const handle = async (session: CDPSession, paused: Paused): Promise<void> => {
    const { requestId } = paused;
    let isRefused: boolean;
    try {
      isRefused = await refusesHost(session, paused);
    } catch {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    if (isRefused) return;
    // An invalid header or URL must not leave the request paused.
    await decide(session, paused).catch(() => session.send('Fetch.continueRequest', { requestId }));
  };
  const watch = async (session: CDPSession): Promise<void> => {
    session.on('Fetch.requestPaused', (paused) => {
      void handle(session, paused).catch(() => undefined);
    });
    authenticate(session, pass.credential);
    // Cross-site frames and workers, each paused before its first line.
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

/** Gives the proxy the page's credential. Sites get none. */
function authenticate(session: CDPSession, credential: ProxyPass['credential']): void {
  // Puppeteer would respond first, without a credential.
  session.removeAllListeners('Fetch.authRequired');
  const given = new Set<string>();
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // A second challenge is a rejection: the credential has expired, or a site imitates a proxy.
    const mayGive = authChallenge.source === 'Proxy' && !given.has(requestId);
    given.add(requestId);
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse = mayGive
      ? { response: 'ProvideCredentials', ...credential }
      : { response: 'CancelAuth' };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
}

/** `<link rel=prefetch>`. DevTools does not report speculation rules; browser-flags disables them. */
function isPrefetch({ request }: Paused): boolean {
  return lowerCase(request.headers)['sec-purpose']?.startsWith('prefetch') ?? false;
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** These headers describe the request for the document; for scripts and images the browser sends its own. */
const OF_THE_DOCUMENT = /^(?:accept|content-type|origin|range|referer|if-.*)$/;

function withHeaders(asked: Headers, headers: Headers): Headers {
  const { authorization } = asked;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_DOCUMENT.test(name)));
  return { ...asked, ...kept, ...(authorization !== undefined && { authorization }) };
}

/** Removes the caller's cookies, which the browser sends to other ports and schemes too; undefined if there are none. */
function withoutCookies({ cookie = '', ...asked }: Headers, cookies: readonly CallersCookie[]): Headers | undefined {
  const given = new Set(cookies.map(({ name, value }) => `${name}=${value}`));
  const pairs = cookie.split(/;\s*/);
  const kept = pairs.filter((pair) => !given.has(pair));
  // Without a cookie header the browser would add one.
  return kept.length === pairs.length ? undefined : { ...asked, cookie: kept.join('; ') };
}
