import type { Protocol } from 'puppeteer-core';

export interface ReplayedDocument {
  url: string;
  status: number;
  statusText: string;
  /** Names in lower case; repeated headers are joined by line breaks. */
  headers: Record<string, string>;
  /** Decoded. */
  body: Buffer;
}

/** Headers that describe the bytes on the wire or had their effect on receipt. */
const LEFT_OUT = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie', 'clear-site-data']);

export class Replay {
  private offered: ReplayedDocument | undefined;
  private readonly given = new Set<string>();

  /** Sets the document for the next matching request; undefined removes it. */
  offer(document: ReplayedDocument | undefined): void {
    this.offered = document;
  }

  take(paused: Protocol.Fetch.RequestPausedEvent): Protocol.Fetch.FulfillRequestRequest | undefined {
    const { requestId, networkId, request } = paused;
    const document = this.offered;
    if (document === undefined || request.method !== 'GET' || request.url !== document.url) return undefined;
    this.offered = undefined;
    if (networkId !== undefined) this.given.add(networkId);
    return {
      requestId,
      responseCode: document.status,
      // An empty phrase is rejected.
      ...(document.statusText !== '' && { responsePhrase: document.statusText }),
      responseHeaders: Object.entries(document.headers)
        .filter(([name]) => !LEFT_OUT.has(name))
        .flatMap(([name, lines]) => lines.split('\n').map((value) => ({ name, value }))),
      body: document.body.toString('base64'),
    };
  }

  hasAnswered(networkId: string): boolean {
    return this.given.has(networkId);
  }
}
