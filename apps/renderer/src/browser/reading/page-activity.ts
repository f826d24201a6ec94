import { type ProxyPass, REFUSAL_HEADER, type SeenTargets, targetOf } from '@orbweaver/egress';
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
/** Of a document that has been held back for that long: how long each further server may say nothing, without a proxy. */
const SILENT_MS = 1_000;
/** The browser has 32 connections to its proxy, and what hangs keeps the others from theirs. */
const SPARED_CONNECTIONS = 12;
/** More servers than any page asks; of what is beyond it is not known that they never answered. */
const MAX_TARGETS = 1000;
/** Without them the page is another one than its author's. */
const PARTS: ReadonlySet<string> = new Set(['script', 'stylesheet', 'document']);
/** A navigation that was announced and for which nothing was asked after this time was called off. */
const ANNOUNCED_MS = 1_000;

type Pass = Pick<ProxyPass, 'giveUpSilent' | 'patience'>;

/** What goes on in a page: its requests, and the documents that its main frame goes through. */
export class PageActivity {
  private readonly inFlight = new Map<HTTPRequest, number>();
  private readonly answered = new WeakSet<HTTPRequest>();
  /** Of every kind, until they end. */
  private readonly open = new Map<HTTPRequest, { target: string; startedAt: number }>();
  private readonly answeredTargets = new Set<string>();
  private readonly givenUpTargets = new Set<string>();
  private navigation: HTTPRequest | undefined;
  /** What the main frame's document came by, or comes by. */
  private documentRequest: HTTPRequest | undefined;
  private isBroken = false;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private changedAt = performance.now();
  /** Documents that the main frame has had, each counted when its first byte came. */
  documents = 0;
  private documentAt = 0;
  /** Of the document as it stands: its scripts, styles and frames that were not waited for any longer. */
  private givenUp = 0;

  /** From this moment on. */
  static async watch(page: Page, session: CDPSession, pass?: Pass): Promise<PageActivity> {
    const activity = new PageActivity(pass);
    page.on('request', (request) => activity.begin(request, isMainNavigation(request, page)));
    page.on('response', (response) => {
      if (response.headers()[REFUSAL_HEADER] === undefined) activity.answer(response.request());
      else activity.countGivenUp(response.request());
    });
    page.on('requestfinished', (request) => activity.end(request));
    page.on('requestfailed', (request) => {
      activity.break(request);
      activity.countGivenUp(request);
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

  private constructor(private readonly pass: Pass | undefined) {}

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
      const isComing = !isCall(request) && (this.answered.has(request) || request === this.navigation);
      if (isComing || now - startedAt < LONG_POLL_MS) return 0;
    }
    return now - this.changedAt;
  }

  /** Ends requests whose servers say nothing, where they keep the rest of the page from being there. */
  endStalls({ isLoading }: { isLoading: boolean }): void {
    if (this.pass === undefined || this.isNavigating() || this.documents === 0) return;
    if (isLoading && performance.now() - this.documentAt < STALLED_MS) return;
    const olderThanMs = isLoading ? SILENT_MS * this.pass.patience : LONG_POLL_MS;
    const sparing = isLoading ? 0 : SPARED_CONNECTIONS;
    const targets = this.pass.giveUpSilent(olderThanMs, { sparing, seen: this.seen(olderThanMs, isLoading) });
    for (const target of targets) if (this.givenUpTargets.size < MAX_TARGETS) this.givenUpTargets.add(target);
  }

  private seen(olderThanMs: number, isLoading: boolean): SeenTargets {
    const waiting = new Set<string>();
    const coming = new Set<string>();
    const before = performance.now() - olderThanMs;
    for (const [request, { target, startedAt }] of this.open) {
      if (this.answered.has(request)) coming.add(target);
      // A script's own call may be a long poll, and holds no document back.
      else if (startedAt <= before && !(isLoading && isCall(request))) waiting.add(target);
    }
    const hasAnswered = (target: string): boolean =>
      this.answeredTargets.has(target) || this.answeredTargets.size >= MAX_TARGETS;
    return { waiting, coming, hasAnswered };
  }

  private answer(request: HTTPRequest): void {
    this.answered.add(request);
    const { target } = this.open.get(request) ?? {};
    if (target !== undefined && this.answeredTargets.size < MAX_TARGETS) this.answeredTargets.add(target);
  }

  private countGivenUp(request: HTTPRequest): void {
    const { target = '' } = this.open.get(request) ?? {};
    if (request === this.documentRequest || !PARTS.has(request.resourceType())) return;
    if (this.givenUpTargets.has(target) && request.failure()?.errorText !== 'net::ERR_ABORTED') this.givenUp += 1;
  }

  /** For the caller; what has one is not kept for others either. */
  warnings(): string[] {
    if (this.givenUp === 0) return [];
    return ['Some parts of the page did not come in time and were left out: scripts, styles or frames.'];
  }

  private begin(request: HTTPRequest, isMain: boolean): void {
    if (isMain) this.navigation = request;
    if (isMain) this.documentRequest = request;
    if (/^https?:/.test(request.url())) {
      this.open.set(request, { target: targetOf(new URL(request.url())), startedAt: performance.now() });
    }
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
    this.open.delete(request);
    if (this.navigation === request) this.navigation = undefined;
    if (this.inFlight.delete(request)) this.changedAt = performance.now();
  }

  private fail(request: HTTPRequest): void {
    this.open.delete(request);
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
    // Its own is still coming, perhaps by the same connection as what it asks for.
    for (const request of this.open.keys()) if (request !== this.documentRequest) this.open.delete(request);
    this.givenUp = 0;
    this.changedAt = performance.now();
  }
}

function isCall(request: HTTPRequest): boolean {
  return request.resourceType() === 'xhr' || request.resourceType() === 'fetch';
}

function isMainNavigation(request: HTTPRequest, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
