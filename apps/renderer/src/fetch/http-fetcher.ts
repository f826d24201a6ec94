import type { HttpClient } from '@orbweaver/egress';
import { languagesOf } from '../browser/emulate';
import { callersHeaders } from '../browser/request-headers';
import { desktopUserAgent, mobileUserAgent } from '../browser/user-agent';
import type { Deadline } from '../deadline';
import type { Slots } from '../slots';
import type { FetchResult, PageFetcher, PageRequest } from './fetch-page';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.9,*/*;q=0.8';
const MAX_REDIRECTS = 10;

export interface HttpFetcherOptions {
  client: HttpClient;
  slots: Slots;
  /** Of the body, as it comes over the wire and after decompression. */
  maxBytes: number;
}

/** The page as the server sends it: one request, no script runs. Some hundred times cheaper than a render. */
export class HttpFetcher implements PageFetcher {
  constructor(private readonly options: HttpFetcherOptions) {}

  async fetch(request: PageRequest, deadline: Deadline): Promise<FetchResult> {
    const { client, slots, maxBytes } = this.options;
    const giveBack = await slots.take(request.priority, deadline.signal);
    try {
      const answer = await client.fetch({
        url: request.url,
        headers: headersOf(request),
        signal: deadline.signal,
        maxBytes,
        maxDecodedBytes: maxBytes,
        maxRedirects: MAX_REDIRECTS,
        skipTlsVerification: request.spec.skipTlsVerification,
      });
      deadline.signal.throwIfAborted();
      if (answer.kind === 'failed') return answer;
      return {
        kind: 'capture',
        capture: {
          url: answer.url,
          sourceUrl: request.sourceUrl,
          status: answer.status,
          statusText: answer.statusText,
          headers: answer.headers,
          body: answer.body,
          engine: 'http',
          proxyUsed: 'basic',
        },
      };
    } finally {
      giveBack();
    }
  }
}

function headersOf({ spec }: PageRequest): Record<string, string> {
  const { userAgent } = spec.mobile ? mobileUserAgent() : desktopUserAgent();
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-language': languagesOf(spec.location).map(withWeight).join(','),
    ...callersHeaders(spec.headers),
  };
}

/** As Chrome writes them: `de-DE,de;q=0.9`. */
function withWeight(language: string, index: number): string {
  return index === 0 ? language : `${language};q=${Math.max(0.1, 1 - index * 0.1).toFixed(1)}`;
}
