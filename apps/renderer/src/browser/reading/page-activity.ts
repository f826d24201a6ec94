import type { ProxyPass } from '@orbweaver/egress';
import type { CDPSession, HTTPRequest, Page } from 'puppeteer-core';

/** No request for this long: scripts that load more usually do so at once. */
export const NETWORK_QUIET_MS = 300;
/** Never ends, or says nothing about whether the page is there. */
const BACKGROUND: ReadonlySet<string> = new Set(['websocket', 'eventsource', 'ping', 'media', 'cspviolationreport']);
/**
 * An answer to a script that takes longer is a long poll: the server keeps it open until it has news. And what has not
 * even begun to come by then is missed by no visitor.
 */
const LONG_POLL_MS = 3_000;
/** Scripts answer to a failed request at once, if at all. */
const FAILURE_QUIET_MS = 200;
/** How long the rest of a document may be held back by scripts and styles whose servers say nothing, all together. */
const STALLED_MS = 5_000;
/** Of a document that has been held back for that long: how long each further server may say nothing. */
const SILENT_MS = 1_000;
/** The browser has 32 connections to its proxy, and what hangs keeps the others from theirs. */
const SPARED_CONNECTIONS = 12;
/** A navigation that was announced and for which nothing was asked after this time was called off. */
const ANNOUNCED_MS = 1_000;

/** What goes on in a page: its requests, and the documents that its main frame goes through. */
export class PageActivity {
  private readonly inFlight = new Map<HTTPRequest, number>();
  private readonly answered = new WeakSet<HTTPRequest>();
  private navigation: HTTPRequest | undefined;
  /** What the main frame's document came by, or comes by. */
  private documentRequest: HTTPRequest | undefined;
  private isBroken = false;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private changedAt = performance.now();
  /** Documents that the main frame has had, each counted when its first byte came. */
  documents = 0;
  private documentAt = 0;

  /** From this moment on. */
  static async watch(page: Page, session: CDPSession, pass?: Pick<ProxyPass, 'giveUpSilent'>): Promise<PageActivity> {
    const activity = new PageActivity(pass);
    page.on('request', (request) => activity.begin(request, isMainNavigation(request, page)));
    page.on('response', (response) => activity.answered.add(response.request()));
    page.on('requestfinished', (request) => activity.end(request));
    page.on('requestfailed', (request) => {
      activity.break(request);
      activity.fail(request);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) activity.enterDocument(frame.id);
    });
    session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === activity.mainFrameId && disposition === 'currentTab') activity.announcedAt = performance.now();
    });
    for (const event of ['Page.navigatedWithinDocument', 'Page.frameStoppedLoading'] as const) {
      session.on(event, ({ frameId }) => {
        if (frameId === activity.mainFrameId) activity.stay();
      });
    }
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    activity.mainFrameId = frameTree.frame.id;
    return activity;
  }

  private mainFrameId = '';

  private constructor(private readonly pass: Pick<ProxyPass, 'giveUpSilent'> | undefined) {}

  /** Whether the main frame has asked for another document and waits for its first byte. */
  isNavigating(): boolean {
    return this.navigation !== undefined || performance.now() - this.announcedAt < ANNOUNCED_MS;
  }

  /** Whether the rest of the main frame's document will not come: its connection broke. It stays `loading` for ever. */
  isCut(): boolean {
    return this.isBroken && !this.isNavigating();
  }

  /** How long nothing that counts has been on the way. */
  quietForMs(): number {
    const now = performance.now();
    for (const [request, startedAt] of this.inFlight) {
      const isCall = request.resourceType() === 'xhr' || request.resourceType() === 'fetch';
      const isComing = !isCall && (this.answered.has(request) || request === this.navigation);
      if (isComing || now - startedAt < LONG_POLL_MS) return 0;
    }
    return now - this.changedAt;
  }

  /** Ends requests whose servers say nothing, where they keep the rest of the page from being there. */
  endStalls({ isLoading }: { isLoading: boolean }): void {
    if (this.pass === undefined || this.isNavigating() || this.documents === 0) return;
    if (!isLoading) this.pass.giveUpSilent(LONG_POLL_MS, { sparing: SPARED_CONNECTIONS });
    else if (performance.now() - this.documentAt >= STALLED_MS) this.pass.giveUpSilent(SILENT_MS);
  }

  private begin(request: HTTPRequest, isMain: boolean): void {
    if (isMain) this.navigation = request;
    if (isMain) this.documentRequest = request;
    if (BACKGROUND.has(request.resourceType())) return;
    this.inFlight.set(request, performance.now());
    this.changedAt = performance.now();
  }

  /** One that the page itself has called off is no broken one. */
  private break(request: HTTPRequest): void {
    const isOfDocument = request === this.documentRequest && request !== this.navigation;
    if (isOfDocument && request.failure()?.errorText !== 'net::ERR_ABORTED') this.isBroken = true;
  }

  private end(request: HTTPRequest): void {
    if (this.navigation === request) this.navigation = undefined;
    if (this.inFlight.delete(request)) this.changedAt = performance.now();
  }

  private fail(request: HTTPRequest): void {
    if (this.navigation === request) this.navigation = undefined;
    if (!this.inFlight.delete(request)) return;
    this.changedAt = Math.max(this.changedAt, performance.now() - (NETWORK_QUIET_MS - FAILURE_QUIET_MS));
  }

  /** A navigation has ended where it began: in the same document, or as a download. Its request is not told to end. */
  private stay(): void {
    this.announcedAt = Number.NEGATIVE_INFINITY;
    if (this.navigation !== undefined) this.end(this.navigation);
  }

  private enterDocument(frameId: string): void {
    this.mainFrameId = frameId;
    this.documents += 1;
    this.documentAt = performance.now();
    this.isBroken = false;
    this.navigation = undefined;
    this.announcedAt = Number.NEGATIVE_INFINITY;
    // What the document before has asked for concerns nobody any more, and its end is not always told.
    this.inFlight.clear();
    this.changedAt = performance.now();
  }
}

function isMainNavigation(request: HTTPRequest, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
