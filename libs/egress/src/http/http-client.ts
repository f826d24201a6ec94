import { STATUS_CODES } from 'node:http';
import type { SecureContext } from 'node:tls';
import { MAX_URL_CHARS, type PageFailure, parseUrl, unlessAborted } from '@orbweaver/core';
import { explainBlockedRedirect } from '../address/egress-failure';
import type { EgressGuard } from '../address/egress-guard';
import { abortedFailure, BodyTooLargeError, explainFailure } from '../address/explain-failure';
import { closedWithoutAnswer, isProxyFailure, relayFailure } from '../proxy/proxy-failure';
import { directRoutes, type EgressRoutes } from '../proxy-pools/egress-routes';
import type { ProxyPick } from '../proxy-pools/proxy-pool';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { type ConnectionOptions, ConnectionPools } from './connection-pools';
import { Cookies } from './cookies';
import { acceptEncoding, type BodyBounds, decodeBody, readBody } from './decode-body';
import {
  BrokenBodyError,
  type HttpOpening,
  type HttpRequest,
  type HttpResponse,
  type HttpResult,
} from './http-exchange';
import { type Hop, nextHop, redirectStatuses, tooManyRedirects } from './redirect';
import { requestHeaders, responseHeaders } from './request-headers';
import { discard, type ResponseStart, sendRequest } from './send-request';
import { WireFormats } from './wire-formats';

const MIB = 1024 * 1024;

export interface HttpClientOptions {
  guard: EgressGuard;
  userAgent: string;
  /** Default: direct connections, unless a request has a proxy. */
  routes?: EgressRoutes;
  /** Default: Node's certificate authorities. */
  secureContext?: SecureContext | undefined;
  /** Maximum time without data. Default: 60 s. */
  silenceMs?: number;
}

/** Proxies tried for one request. */
const MAX_PROXIES = 3;

/** HTTP/1.1 over pooled connections, and HTTP/2 for servers that require it. Connects only to allowed addresses. */
export interface HttpClient {
  /** Follows redirects. Network and site failures are values; rejects only for our own faults. */
  fetch(request: HttpRequest): Promise<HttpResult>;
  open(request: HttpRequest): Promise<HttpOpening | FailedExchange>;
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { userAgent, routes = directRoutes() } = options;
  const pools = new ConnectionPools(options);
  const shared: Shared = { pools, formats: new WireFormats(), userAgent, routes };
  return {
    fetch: (request) => exchange(request, shared, takeResponse),
    open: (request) => exchange(request, shared, takeOpening),
    close: () => pools.close(),
  };
}

interface Shared {
  pools: ConnectionPools;
  formats: WireFormats;
  userAgent: string;
  routes: EgressRoutes;
}

type FailedExchange = Extract<HttpResult, { kind: 'failed' }>;

interface Arrival {
  request: HttpRequest;
  answer: ResponseStart;
  url: URL;
  headers: HttpResponse['headers'];
  setCookies: string[];
  redirects: string[];
  startedAt: number;
  firstByteMs: number;
}

async function exchange<T>(
  request: HttpRequest,
  { pools, formats, userAgent, routes }: Shared,
  take: (arrival: Arrival) => Promise<T>,
): Promise<T | FailedExchange> {
  const { signal, maxRedirects = 10, skipTlsVerification = false } = request;
  const { connectTimeoutMs = 10_000 } = request;
  const startedAt = performance.now();
  const cookies = new Cookies();
  const redirects: string[] = [];
  const setCookies: string[] = [];
  const unreachable = new Set<UpstreamProxy>();
  let hop = firstHop(request, userAgent);
  for (;;) {
    if (hop === undefined) return failed('invalid-url', `Not an http or https URL: ERR_INVALID_URL`);
    if (signal?.aborted) return { kind: 'failed', failure: abortedFailure(signal) };
    const denied = request.refuses?.(hop.url);
    if (denied !== undefined) return { kind: 'failed', failure: afterRedirects(denied, redirects) };
    takeCredentials(hop);
    let inBody = false;
    const format = formats.of(hop.url);
    const earlierCookies = setCookies.length;
    let pick: ProxyPick | undefined;
    try {
      pick = await unlessAborted(signal, routes.pick(hop.url, request.proxy, unreachable));
      const proxy = pick?.proxy;
      const connection: ConnectionOptions = {
        skipTlsVerification,
        connectTimeoutMs,
        allowHttp2: format === 'http2',
        proxy,
      };
      const way = await unlessAborted(signal, pools.wayTo(hop.url, connection));
      const sent = sendRequest(hop, cookies, { pools, format, way, connection, signal });
      // undici observes the signal only after it has a connection, which a silent proxy may delay by half a minute.
      const answer = await unlessAborted(signal, sent);
      const refusal = isRelayed(hop.url, proxy) && relayFailure({ ...answer, status: answer.statusCode }, hop.url.host);
      if (refusal) {
        void discard(answer.body);
        return { kind: 'failed', failure: refusal };
      }
      if (pick !== undefined) routes.succeeded(pick);
      inBody = true;
      const firstByteMs = performance.now() - startedAt;
      const { headers, setCookies: given } = responseHeaders(answer.headers);
      cookies.remember(given, hop.url);
      setCookies.push(...given);
      const { location } = headers;
      if (location !== undefined && redirectStatuses.has(answer.statusCode) && maxRedirects > 0) {
        void discard(answer.body);
        redirects.push(hop.url.href);
        if (redirects.length > maxRedirects)
          return { kind: 'failed', failure: tooManyRedirects(redirects, hop.url.host) };
        const next = nextHop(hop, answer.statusCode, location);
        if (next === undefined)
          return failed(
            'bad-response',
            `The server redirects to an invalid URL (http or https, at most ${MAX_URL_CHARS} characters): ${hop.url.host}: ERR_UNSAFE_REDIRECT`,
          );
        hop = next;
        continue;
      }
      if (request.onAnswer !== undefined) {
        // Prevents a crash if the body breaks before it is read.
        answer.body.on('error', () => undefined);
        await request.onAnswer();
      }
      return await take({ request, answer, url: hop.url, headers, setCookies, redirects, startedAt, firstByteMs });
    } catch (error) {
      if (!signal?.aborted && formats.learn(hop.url, hop.method, format, error)) {
        setCookies.length = earlierCookies;
        continue;
      }
      const failure = explainFailure(error, { host: hop.url.host, signal, skipTlsVerification, inBody });
      if (failure === undefined) throw error;
      if (pick !== undefined && request.proxy === undefined && isProxyFailure(failure) && failure.isCertain) {
        routes.failed(pick, failure.message);
        unreachable.add(pick.proxy);
        // Nothing was sent to the site.
        const next = unreachable.size < MAX_PROXIES ? await routes.pick(hop.url, undefined, unreachable) : undefined;
        if (next !== undefined && !unreachable.has(next.proxy)) continue;
      }
      const isOfProxy = failure.reason === 'reset' && !inBody && isRelayed(hop.url, pick?.proxy);
      if (isOfProxy) return { kind: 'failed', failure: closedWithoutAnswer(hop.url.host) };
      return { kind: 'failed', failure: afterRedirects(failure, redirects) };
    }
  }
}

const afterRedirects = (failure: PageFailure, redirects: readonly string[]): PageFailure =>
  redirects.length === 0 ? failure : explainBlockedRedirect(failure, 'redirect');

async function takeResponse(arrival: Arrival): Promise<HttpResponse> {
  const { request, answer, url, headers, setCookies, redirects, startedAt, firstByteMs } = arrival;
  const cut = request.cut?.types.test(headers['content-type'] ?? '') ? request.cut : undefined;
  const cutAfterMs = cut && cut.afterMs - (performance.now() - startedAt);
  const { body, isIncomplete } = await readBody(
    answer.body,
    headers['content-encoding'],
    boundsOf(arrival),
    cutAfterMs,
  );
  return {
    kind: 'response',
    url: url.href,
    status: answer.statusCode,
    statusText: answer.statusText || (STATUS_CODES[answer.statusCode] ?? ''),
    headers,
    setCookies,
    body,
    ...(isIncomplete && { isIncomplete: true as const }),
    redirects,
    timings: { firstByteMs, totalMs: performance.now() - startedAt },
  };
}

async function takeOpening(arrival: Arrival): Promise<HttpOpening> {
  const { answer, url, headers } = arrival;
  const bounds = boundsOf(arrival);
  return {
    kind: 'open',
    url: url.href,
    status: answer.statusCode,
    headers,
    body: explained(decodeBody(answer.body, headers['content-encoding'], bounds), arrival),
    discard: () => discard(answer.body),
  };
}

async function* explained(chunks: AsyncIterable<Buffer>, { request, url }: Arrival): AsyncGenerator<Buffer, void> {
  const { signal, skipTlsVerification = false } = request;
  try {
    yield* chunks;
  } catch (error) {
    const failure = explainFailure(error, { host: url.host, signal, skipTlsVerification, inBody: true });
    throw failure === undefined ? error : new BrokenBodyError(failure, error);
  }
}

function firstHop(request: HttpRequest, userAgent: string): Hop | undefined {
  const url = parseUrl(request.url);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const headers = requestHeaders(request.headers ?? {}, {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-encoding': acceptEncoding,
  });
  const originHeaders = requestHeaders(request.originHeaders ?? {}, {});
  return { url, method: (request.method ?? 'GET').toUpperCase(), headers, originHeaders, body: request.body };
}

/** Moves credentials of the URL to a header, so that results and logs do not contain them. */
function takeCredentials({ url, headers }: Hop): void {
  if (url.username === '' && url.password === '') return;
  const credentials = `${unescaped(url.username)}:${unescaped(url.password)}`;
  if (!headers.has('authorization'))
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  url.username = '';
  url.password = '';
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isRelayed(url: URL, proxy: HttpRequest['proxy']): boolean {
  return url.protocol === 'http:' && proxy?.takesPlainRequests === true;
}

/** @throws BodyTooLargeError for a declared length above the limit */
function boundsOf({ request, answer, headers }: Arrival): BodyBounds {
  const { maxBytes = 64 * MIB, onTooLarge = 'fail' } = request;
  const { maxDecodedBytes = onTooLarge === 'cut' ? maxBytes : 64 * MIB } = request;
  if (onTooLarge === 'fail' && request.method !== 'HEAD' && Number(headers['content-length']) > maxBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw new BodyTooLargeError(maxBytes);
  }
  return { maxBytes, maxDecodedBytes, onTooLarge };
}

function failed(reason: PageFailure['reason'], message: string): FailedExchange {
  return { kind: 'failed', failure: { reason, message } };
}
