import type { CDPSession, HTTPRequest, Page } from 'puppeteer-core';

/** Never ends, or says nothing about whether the page is there. */
const BACKGROUND: ReadonlySet<string> = new Set(['websocket', 'eventsource', 'ping', 'media', 'cspviolationreport']);
/** An answer to a script that takes longer is a long poll: the server keeps it open until it has news. */
const LONG_POLL_MS = 3_000;
/** A navigation that was announced and for which nothing was asked after this time was called off. */
const ANNOUNCED_MS = 1_000;

/** What goes on in a page: its requests, and the documents that its main frame goes through. */
export class PageActivity {
  private readonly inFlight = new Map<HTTPRequest, number>();
  private navigation: HTTPRequest | undefined;
  /** What the main frame's document came by, or comes by. */
  private documentRequest: HTTPRequest | undefined;
  private isBroken = false;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private changedAt = performance.now();
  /** Documents that the main frame has had, each counted when its first byte came. */
  documents = 0;

  /** From this moment on. */
  static async watch(page: Page, session: CDPSession): Promise<PageActivity> {
    const activity = new PageActivity();
    page.on('request', (request) => activity.begin(request, isMainNavigation(request, page)));
    page.on('requestfinished', (request) => activity.end(request));
    page.on('requestfailed', (request) => {
      activity.break(request);
      activity.end(request);
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

  private constructor() {}

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
      if (!isCall || now - startedAt < LONG_POLL_MS) return 0;
    }
    return now - this.changedAt;
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

  /** A navigation has ended where it began: in the same document, or as a download. Its request is not told to end. */
  private stay(): void {
    this.announcedAt = Number.NEGATIVE_INFINITY;
    if (this.navigation !== undefined) this.end(this.navigation);
  }

  private enterDocument(frameId: string): void {
    this.mainFrameId = frameId;
    this.documents += 1;
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
