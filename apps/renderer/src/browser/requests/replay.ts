import type { Protocol } from 'puppeteer-core';

/** A document that has come already, to be given to the browser once more. */
export interface ReplayedDocument {
  /** Without a fragment. */
  url: string;
  status: number;
  statusText: string;
  /** Names in lower case; the values of a name that came more than once are lines. */
  headers: Record<string, string>;
  /** Decoded from its content-encoding. */
  body: Buffer;
}

/** These describe the bytes on the wire, or were obeyed when they came. */
const LEFT_OUT = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie', 'clear-site-data']);

/** Answers one request of the main document in place of the site. */
export class Replay {
  private offered: ReplayedDocument | undefined;
  private readonly given = new Set<string>();

  /** Undefined withdraws what was offered. */
  offer(document: ReplayedDocument | undefined): void {
    this.offered = document;
  }

  /** The answer to a request that is the offered document's, once. */
  take(paused: Protocol.Fetch.RequestPausedEvent): Protocol.Fetch.FulfillRequestRequest | undefined {
    const { requestId, networkId, request } = paused;
    const document = this.offered;
    if (document === undefined || request.method !== 'GET' || request.url !== document.url) return undefined;
    this.offered = undefined;
    if (networkId !== undefined) this.given.add(networkId);
    return {
      requestId,
      responseCode: document.status,
      // An empty phrase is refused.
      ...(document.statusText !== '' && { responsePhrase: document.statusText }),
      responseHeaders: Object.entries(document.headers)
        .filter(([name]) => !LEFT_OUT.has(name))
        .flatMap(([name, lines]) => lines.split('\n').map((value) => ({ name, value }))),
      body: document.body.toString('base64'),
    };
  }

  /** Tells whether the request with this DevTools id was answered here. */
  hasAnswered(networkId: string): boolean {
    return this.given.has(networkId);
  }
}
