import { parseUrl } from '@orbweaver/core';
import { type ProxyPass, REFUSAL_HEADER, type SeenTargets, targetOf } from '@orbweaver/egress';
import type { CDPSession, HTTPRequest, Page } from 'puppeteer-core';

/** Quiet period of the network: scripts that load more usually do so at once. */
export const NETWORK_QUIET_MS = 300;
/** Request types that never end, or do not contribute to the page. */
const BACKGROUND: ReadonlySet<string> = new Set(['websocket', 'eventsource', 'ping', 'media', 'cspviolationreport']);
/** A longer request of a script is a long poll, which the server keeps open until it has news. */
const LONG_POLL_MS = 3_000;
/** Quiet period after a failed request: scripts react at once, if at all. */
const FAILURE_QUIET_MS = 200;
/** How long silent servers of scripts and styles may delay the document, in total. */
const STALLED_MS = 5_000;
/** After STALLED_MS, how long each further server may be silent. Multiplied behind an upstream proxy. */
const SILENT_MS = 1_000;
/** The browser has 32 connections to its proxy. Hanging requests occupy them. */
const SPARED_CONNECTIONS = 12;
/** More hosts than any page uses. Further silent hosts are not remembered. */
const MAX_TARGETS = 1000;
const PARTS: ReadonlySet<string> = new Set(['script', 'stylesheet', 'document']);
/** An announced navigation without a request within this time was cancelled. */
const ANNOUNCED_MS = 1_000;

type Pass = Pick<ProxyPass, 'giveUpSilent' | 'patience'>;

/** Tracks a page's requests and the documents of its main frame. */
export class PageActivity {
  private readonly inFlight = new Map<HTTPRequest, number>();
  private readonly answered = new WeakSet<HTTPRequest>();
  private readonly open = new Map<HTTPRequest, { target: string; startedAt: number }>();
  private readonly answeredTargets = new Set<string>();
  private readonly givenUpTargets = new Set<string>();
  private navigation: HTTPRequest | undefined;
  private documentRequest: HTTPRequest | undefined;
  private isBroken = false;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private changedAt = performance.now();
  documents = 0;
  refreshHeader: string | undefined;
  private documentAt = 0;
  private givenUp = 0;

  static async watch(page: Page, session: CDPSession, pass?: Pass): Promise<PageActivity> {
    const activity = new PageActivity(pass);
    page.on('request', (request) => activity.begin(request, isMainNavigation(request, page)));
    page.on('response', (response) => {
      if (response.request() === activity.documentRequest) activity.refreshHeader = response.headers().refresh;
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

  /** Whether the main frame has requested another document whose first byte has not arrived. */
  isNavigating(): boolean {
    return this.navigation !== undefined || performance.now() - this.announcedAt < ANNOUNCED_MS;
  }

  /** Whether the connection of the main document broke. Its state remains `loading`. */
  isCut(): boolean {
    return this.isBroken && !this.isNavigating();
  }

  /** Milliseconds since the last counted request ended; 0 while one is running. */
  quietForMs(): number {
    const now = performance.now();
    for (const [request, startedAt] of this.inFlight) {
      const isComing = !isCall(request) && (this.answered.has(request) || request === this.navigation);
      if (isComing || now - startedAt < LONG_POLL_MS) return 0;
    }
    return now - this.changedAt;
  }

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
      // A request of a script may be a long poll, and does not delay the document.
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

  /** Warnings for the caller. A page with warnings is not cached. */
  warnings(): string[] {
    if (this.givenUp === 0) return [];
    return [
      'Some scripts, styles or frames of the page did not load in time, so content may be missing. Try again later.',
    ];
  }

  private begin(request: HTTPRequest, isMain: boolean): void {
    if (isMain) {
      this.navigation = request;
      this.documentRequest = request;
      this.refreshHeader = undefined;
    }
    // The browser accepts hosts that are no valid URLs here, such as xn--a.
    const url = /^https?:/.test(request.url()) ? parseUrl(request.url()) : undefined;
    if (url !== undefined) {
      this.open.set(request, { target: targetOf(url), startedAt: performance.now() });
    }
    if (BACKGROUND.has(request.resourceType())) return;
    this.inFlight.set(request, performance.now());
    this.changedAt = performance.now();
  }

  /** Ignores requests that the page itself cancelled. */
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

  /** A navigation ended in the same document or as a download. DevTools does not report the end of its request. */
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
    // Requests of the previous document no longer count, and their ends may not be reported.
    this.inFlight.clear();
    // The document's own response is still arriving.
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
