import type { Excess, PassOptions } from '@orbweaver/egress';
import type { CDPSession } from 'puppeteer-core';
import type { IsolatedPage } from '../isolated-page';
import { frameIdOf, sessionOf } from '../isolated-world';

/** The document, or the sum of all resources, exceeds the size limit. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** Limits the sum of all bodies, in multiples of the limit of one: a page may show several large images. */
const ALL_BODIES = 4;

interface Body {
  bytes: number;
  isMain: boolean;
  /** Media plays in pieces, so it is never in memory as a whole. */
  isMedia: boolean;
}

/**
 * Limits the bytes of a page and its resources: on the wire, counted by the proxy (for TLS only the sum), and decoded,
 * counted in the browser. A document or a sum over the limit fails the page; other resources are cut.
 */
export class BodyLimits {
  private readonly ending = new AbortController();
  private readonly cut = new Set<string>();
  private opened: IsolatedPage | undefined;
  private decodedBytes = 0;
  private isMainComing = false;
  private readonly maxTotalBytes: number;

  constructor(private readonly maxBytes: number) {
    this.maxTotalBytes = maxBytes * ALL_BODIES;
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  warnings(): string[] {
    if (this.cut.size === 0) return [];
    return [`Resources larger than ${this.maxBytes} bytes were not loaded.`];
  }

  forProxy(): PassOptions {
    return {
      maxResponseBytes: this.maxBytes,
      maxBytes: this.maxTotalBytes,
      onTooLarge: (excess) => this.exceed(excess),
    };
  }

  /** Resets the sum, for a page that is loaded again. */
  countAnew(): void {
    this.decodedBytes = 0;
  }

  /** Must be called before the page navigates. */
  watch(opened: IsolatedPage): void {
    this.opened = opened;
    this.count(sessionOf(opened.page.mainFrame()));
  }

  /** Cross-site frames and workers have separate sessions. */
  private count(session: CDPSession): void {
    session.on('sessionattached', (child) => this.count(child));
    const bodies = new Map<string, Body>();
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      // Data and blob URLs do not use the network.
      if (!/^https?:/.test(request.url)) return;
      const mainId = this.opened === undefined ? undefined : frameIdOf(this.opened.page.mainFrame());
      const isMain = type === 'Document' && frameId === mainId;
      this.isMainComing ||= isMain;
      bodies.set(requestId, { bytes: 0, isMain, isMedia: type === 'Media' });
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const body = bodies.get(requestId);
      if (body === undefined) return;
      body.bytes += dataLength;
      this.decodedBytes += dataLength;
      if (this.decodedBytes > this.maxTotalBytes) return this.exceed({ maxBytes: this.maxTotalBytes });
      if (body.bytes <= this.maxBytes || body.isMedia) return;
      if (body.isMain) return this.end();
      // DevTools cannot cancel one request, only all loading of the page's frames. Workers are limited by the sum.
      if (this.cut.has(requestId)) return;
      this.cut.add(requestId);
      session.send('Page.stopLoading').catch(() => undefined);
    });
    for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const) {
      session.on(event, ({ requestId }) => {
        if (bodies.get(requestId)?.isMain) this.isMainComing = false;
        bodies.delete(requestId);
      });
    }
  }

  private exceed({ url, maxBytes }: Excess): void {
    // For TLS the proxy has only the sum, and may report it before the browser reports the document's share.
    if (url === undefined && !this.isMainComing) {
      this.ending.abort(new PageTooLarge(`The page and its resources exceed the size limit (${maxBytes} bytes).`));
    } else if (url === undefined || url === withoutFragment(this.opened?.mainUrl() ?? '')) {
      this.end();
    } else {
      this.cut.add(url);
    }
  }

  /** The message of the HTTP engine. */
  private end(): void {
    this.ending.abort(new PageTooLarge(`The body is larger than ${this.maxBytes} bytes`));
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
