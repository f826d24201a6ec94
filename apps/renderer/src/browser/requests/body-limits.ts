import type { Excess, PassOptions } from '@orbweaver/egress';
import type { CDPSession } from 'puppeteer-core';
import type { IsolatedPage } from '../isolated-page';
import { frameIdOf, sessionOf } from '../isolated-world';

/** The document, or all that belongs to it together, is larger than a page may be. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** A page may show several pictures, each as large as a page may be, and scripts besides. */
const ALL_BODIES = 4;

interface Body {
  bytes: number;
  isMain: boolean;
  /** Media plays in pieces and is never in memory as a whole. */
  isMedia: boolean;
}

/**
 * Limits the bytes that a page and its resources bring: on the wire, counted by the proxy (each response of plain HTTP,
 * the sum alone for TLS), and unpacked, counted in the browser. A document past the limit ends the page, and so does
 * the sum; any other resource is cut off.
 */
export class BodyLimits {
  private readonly ending = new AbortController();
  private readonly cut = new Set<string>();
  private opened: IsolatedPage | undefined;
  private decodedBytes = 0;
  private isMainComing = false;
  private readonly maxTotalBytes: number;

  /** `maxBytes` limits the document, and each other resource. */
  constructor(private readonly maxBytes: number) {
    this.maxTotalBytes = maxBytes * ALL_BODIES;
  }

  /** Aborts with PageTooLarge. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Warnings for the caller. */
  warnings(): string[] {
    if (this.cut.size === 0) return [];
    return [`The page asks for files that are larger than ${this.maxBytes} bytes: they were left out.`];
  }

  forProxy(): PassOptions {
    return {
      maxResponseBytes: this.maxBytes,
      maxBytes: this.maxTotalBytes,
      onTooLarge: (excess) => this.exceed(excess),
    };
  }

  /** For a page that is loaded once more: it may bring as much again. */
  countAnew(): void {
    this.decodedBytes = 0;
  }

  /** Call it before the page navigates. */
  watch(opened: IsolatedPage): void {
    this.opened = opened;
    this.count(sessionOf(opened.page.mainFrame()));
  }

  /** Cross-site frames and workers have sessions of their own. */
  private count(session: CDPSession): void {
    session.on('sessionattached', (child) => this.count(child));
    const bodies = new Map<string, Body>();
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      // Data that the page made itself did not come over the network.
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
      // DevTools cannot cancel one request, only all loading of the page's frames. For workers the sum decides.
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
    // For TLS the proxy knows the sum alone, and may report it before the browser reports the document's share.
    if (url === undefined && !this.isMainComing) {
      this.ending.abort(new PageTooLarge(`The page and what it loads are larger than ${maxBytes} bytes`));
    } else if (url === undefined || url === withoutFragment(this.opened?.mainUrl() ?? '')) {
      this.end();
    } else {
      this.cut.add(url);
    }
  }

  /** The same words as for a page that is fetched without a browser. */
  private end(): void {
    this.ending.abort(new PageTooLarge(`The body is larger than ${this.maxBytes} bytes`));
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
