import type { Excess, PassOptions } from '@orbweaver/egress';
import type { CDPSession } from 'puppeteer-core';
import type { IsolatedPage } from '../isolated-page';
import { frameIdOf, sessionOf } from '../isolated-world';

/** The document, or everything together that belongs to it, is larger than a page may be. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** A page may show several pictures, each as large as a page may be alone, and scripts besides. */
const ALL_BODIES = 4;

interface Body {
  bytes: number;
  isMain: boolean;
  /** It is played, piece by piece, and never there as a whole. */
  isMedia: boolean;
}

/**
 * Bounds what a page and all that it loads may bring, as it comes over the wire (counted by the proxy, which knows each
 * answer of plain HTTP and of TLS the sum alone) and unpacked (counted in the browser). A document that is larger ends
 * the page, and so does the sum; another resource is cut off.
 */
export class BodyLimits {
  private readonly ending = new AbortController();
  private readonly cut = new Set<string>();
  private opened: IsolatedPage | undefined;
  private decodedBytes = 0;
  private isMainComing = false;
  private readonly maxTotalBytes: number;

  /** `maxBytes`: of the document, and of each other resource. */
  constructor(private readonly maxBytes: number) {
    this.maxTotalBytes = maxBytes * ALL_BODIES;
  }

  /** Aborts, with PageTooLarge. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** For the caller. */
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

  /** Before the page goes anywhere. */
  watch(opened: IsolatedPage): void {
    this.opened = opened;
    this.count(sessionOf(opened.page.mainFrame()));
  }

  /** Frames of other sites and workers have sessions of their own. */
  private count(session: CDPSession): void {
    session.on('sessionattached', (child) => this.count(child));
    const bodies = new Map<string, Body>();
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      // What a page has made itself comes from nowhere.
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
      // One request cannot be called off; everything that loads in the page's frames can. Of workers the sum decides.
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
    // Behind TLS the proxy sees the sum alone, and may see it before the browser has said how much was the document.
    if (url === undefined && !this.isMainComing) {
      this.ending.abort(new PageTooLarge(`The page and what it loads are larger than ${maxBytes} bytes`));
    } else if (url === undefined || url === withoutFragment(this.opened?.mainUrl() ?? '')) {
      this.end();
    } else {
      this.cut.add(url);
    }
  }

  /** As it is said of a page that is fetched without a browser. */
  private end(): void {
    this.ending.abort(new PageTooLarge(`The body is larger than ${this.maxBytes} bytes`));
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
