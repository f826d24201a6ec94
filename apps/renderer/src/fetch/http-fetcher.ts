import type { PageFailure } from '@orbweaver/core';
import type { HttpClient, HttpRequest } from '@orbweaver/egress';
import { type Deadline, DID_NOT_FINISH } from '../bounds/deadline';
import { lendWhileSilent } from '../bounds/lend-while-silent';
import type { Slots } from '../bounds/slots';
import { callersHeaders } from '../browser/requests/request-headers';
import { pageRefusal } from '../browser/requests/team-refusal';
import { visitorHeaders } from '../browser/visitor/visitor-headers';
import { type FetchOutcome, MAX_REDIRECTS, type PageFetcher, type PageRequest } from './fetch-page';
import { welcomePage } from './welcome-page';

export interface HttpFetcherOptions {
  client: HttpClient;
  slots: Slots;
  /** Further slots of the page that are lent while its site is silent. */
  outerSlots?(): readonly Slots[];
  version(): string;
  maxBytes: number;
}

const TEXT_TYPES = /^(?:$|text\/|application\/xhtml\+xml\b)/i;
const NOTHING_IN_TIME: PageFailure = {
  reason: 'timed-out',
  message: 'No text arrived within the time limit of the page. Set a higher `timeout`: ERR_TIMED_OUT',
};

/** Fetches the page without running scripts, about a hundred times cheaper than in the browser. */
export class HttpFetcher implements PageFetcher {
  constructor(private readonly options: HttpFetcherOptions) {}

  async fetch(request: PageRequest, deadline: Deadline): Promise<FetchOutcome> {
    const { slots } = this.options;
    const welcome = welcomePage(request);
    if (welcome !== undefined) return { kind: 'capture', capture: welcome };
    const giveBack = await slots.take(request.priority, deadline.signal);
    try {
      request.onStart?.();
      const held = [...(this.options.outerSlots?.() ?? []), slots];
      const { signal } = deadline;
      return await lendWhileSilent(held, { priority: request.priority, signal }, (hasAnswered) =>
        this.ask(request, deadline, hasAnswered),
      );
    } finally {
      giveBack();
    }
  }

  private async ask(request: PageRequest, deadline: Deadline, hasAnswered: () => Promise<void>): Promise<FetchOutcome> {
    const { client, maxBytes, version } = this.options;
    const { route } = request;
    const { signal } = deadline;
    const answer = await client.fetch({
      url: request.url,
      ...headersOf(request, version()),
      signal,
      onAnswer: hasAnswered,
      cut: { afterMs: deadline.cutAfterMs(), types: TEXT_TYPES },
      maxBytes,
      maxDecodedBytes: maxBytes,
      maxRedirects: MAX_REDIRECTS,
      skipTlsVerification: request.spec.skipTlsVerification,
      refuses: (url) => pageRefusal(request.spec.hosts, url),
      ...(route !== undefined && { proxy: route.proxy }),
    });
    if (signal.aborted) route?.wasSilent();
    signal.throwIfAborted();
    if (answer.kind === 'failed') return answer;
    if (answer.isIncomplete && !hasText(answer.body)) return { kind: 'failed', failure: NOTHING_IN_TIME };
    const setCookie = answer.setCookies.join('\n');
    return {
      kind: 'capture',
      capture: {
        url: answer.url,
        sourceUrl: request.sourceUrl,
        status: answer.status,
        statusText: answer.statusText,
        headers: { ...answer.headers, ...(setCookie !== '' && { 'set-cookie': setCookie }) },
        body: answer.body,
        engine: 'http',
        proxyUsed: route?.proxyUsed ?? 'basic',
        ...(answer.isIncomplete && { warnings: [DID_NOT_FINISH] }),
      },
    };
  }
}

/** Whether any text has arrived. Shells are detected later. */
function hasText(body: Buffer): boolean {
  return /\S/.test(body.toString('latin1').replace(/<[^<>]*>?/g, ''));
}

/** Like in browsers, visitor headers follow a redirect to another origin; the caller's headers do not. */
function headersOf({ url, spec }: PageRequest, version: string): Pick<HttpRequest, 'headers' | 'originHeaders'> {
  const { 'user-agent': _, referer, ...originHeaders } = callersHeaders(spec.headers);
  return {
    headers: { ...visitorHeaders(spec, url, version), ...(referer !== undefined && { referer }) },
    originHeaders,
  };
}
