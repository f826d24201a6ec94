import { findFormat, type PageFailure, unlessAborted, wantsFormat } from '@orbweaver/core';
import {
  type Denial,
  explainBlockedRedirect,
  type ForwardProxy,
  type ProxyPass,
  tooManyRedirects,
} from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';
import { ActionFailed, runActions } from '../actions/run-actions';
import type { Deadline } from '../bounds/deadline';
import { PageDeferred, PageReturned } from '../bounds/page-starts';
import { pause } from '../bounds/until';
import { dismissConsent } from '../browser/hiding/dismiss-consent';
import { hideAds } from '../browser/hiding/hide-ads';
import { type IsolatedPage, openIsolatedPage } from '../browser/isolated-page';
import { assertWebPage, NoWebPage } from '../browser/reading/load-page';
import { PageActivity } from '../browser/reading/page-activity';
import { readPage } from '../browser/reading/read-page';
import { currentWarnings, EmptyPage, showPage } from '../browser/reading/show-page';
import { stayOnDocument } from '../browser/reading/stop-page';
import { readStyle } from '../browser/reading/style/read-style';
import { takeScreenshot } from '../browser/reading/take-screenshot';
import { BodyLimits, PageTooLarge } from '../browser/requests/body-limits';
import { closedRefusal, pageRefusal } from '../browser/requests/team-refusal';
import type { BrowserPool } from '../browser/supply/browser-pool';
import { BrowserGone } from '../browser/supply/browser-supply';
import type { PageSlot } from '../browser/supply/cluster-concurrency';
import { BrowserNotFoundError } from '../browser/supply/find-browser';
import { type FetchOutcome, MAX_REDIRECTS, type PageFetcher, type PageRequest } from './fetch-page';
import { welcomePage } from './welcome-page';

export interface BrowserFetcherOptions {
  pool: BrowserPool;
  http: PageFetcher;
  forwardProxy(): Promise<ForwardProxy>;
  version(): string;
  maxBytes: number;
  /** Called in the scope of the page with the requests that the guard denied. */
  onDenied(denials: readonly Denial[]): void;
}

/** Fetches the page as a visitor sees it: runs scripts and actions, and takes a screenshot. */
export class BrowserFetcher implements PageFetcher {
  constructor(private readonly options: BrowserFetcherOptions) {}

  async fetch(request: PageRequest, deadline: Deadline): Promise<FetchOutcome> {
    let leave: Leave | undefined;
    try {
      const way = await this.leave(request);
      leave = way;
      const capture = await this.options.pool.run(request.priority, deadline.signal, (slot) =>
        this.visit(slot, request, way, deadline),
      );
      return { kind: 'capture', capture };
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (error instanceof PageReturned || error instanceof PageDeferred) throw error;
      if (error instanceof NoWebPage) return await this.explain(error, leave?.pass, request, deadline);
      if (error instanceof FailedOnPage)
        return { kind: 'failed', failure: failureOf(error.cause), answer: error.answer };
      return { kind: 'failed', failure: failureOf(error) };
    } finally {
      leave?.pass.close();
      const denials = leave?.pass.denials() ?? [];
      if (denials.length > 0) this.options.onDenied(denials);
    }
  }

  private async leave({ route, spec }: PageRequest): Promise<Leave> {
    const proxy = await (route ?? this.options).forwardProxy();
    const limits = new BodyLimits(this.options.maxBytes);
    const refuses = (url: URL) => closedRefusal(spec.hosts, url);
    return { pass: proxy.issuePass({ ...limits.forProxy(), refuses }), limits };
  }

  private async visit(slot: PageSlot, request: PageRequest, leave: Leave, deadline: Deadline): Promise<Capture> {
    const { gone } = await slot.browser();
    request.onStart?.();
    return await unlessAborted(gone, this.visitIn(slot, request, leave, deadline));
  }

  private async visitIn(
    slot: PageSlot,
    request: PageRequest,
    { pass, limits }: Leave,
    deadline: Deadline,
  ): Promise<Capture> {
    const { url, spec } = request;
    const { endsForMemory } = await slot.browser();
    const ownPage = welcomePage(request);
    const opened = await openIsolatedPage(slot, { ...request, pass, ownPage, version: this.options.version() });
    const { page, session } = opened;
    const crash = new AbortController();
    page.once('error', () => {
      crash.abort(endsForMemory() ? new PageTooLarge(TOO_MUCH_MEMORY) : new BrowserGone('the page crashed'));
    });
    limits.watch(opened);
    const signal = AbortSignal.any([deadline.signal, crash.signal, limits.signal]);
    const countAnew = (): void => {
      pass.countAnew();
      limits.countAnew();
    };
    const work = async (): Promise<Capture> => {
      const activity = await PageActivity.watch(page, session, pass);
      const shown = await showPage({ opened, activity, url, spec, countAnew }, deadline, signal);
      assertFewRedirects(opened);
      const remainingMs = (): number => deadline.remainingMs();
      const clear = async (): Promise<void> => {
        if (spec.blockAds) await hideAds(page, opened.gate, signal);
      };
      // Some dialogs appear late, or on a page that an action opens.
      const dismiss = async (): Promise<void> => {
        if (spec.blockAds && !shown.stopped) await dismissConsent({ page, activity }, remainingMs() / 2, signal);
      };
      if (spec.waitForMs > 0 && !shown.stopped) {
        await pause(spec.waitForMs, signal);
        await dismiss();
      }
      if (spec.actions.length > 0) await clear();
      const scene = { page, session, activity, remainingMs, signal };
      const output = spec.actions.length > 0 ? await runActions(scene, spec.actions).catch(failOn(opened)) : undefined;
      if (spec.actions.length > 0) await dismiss();
      // A page that keeps navigating could not be read.
      await stayOnDocument(opened, activity, signal);
      assertWebPage(opened);
      const warnings = await currentWarnings(page, shown, signal);
      await clear();
      const format = findFormat(spec, 'screenshot');
      const shot = format === undefined ? undefined : await takeScreenshot({ page, activity }, format, signal);
      const style = wantsFormat(spec, 'branding') ? await readStyle(page, signal) : undefined;
      const capture = await readPage(opened, request, this.options.maxBytes, signal);
      const allWarnings = [
        ...warnings,
        ...limits.warnings(),
        ...(output?.warnings ?? []),
        ...(shot?.warnings ?? []),
        ...(capture.warnings ?? []),
        ...activity.warnings(),
      ];
      return {
        ...capture,
        ...(shot && { screenshot: shot.image }),
        ...(style && { style }),
        ...(output && { actions: output.results }),
        ...(shown.wandered && { isWandering: true as const }),
        ...(allWarnings.length > 0 && { warnings: [...new Set(allWarnings)] }),
      };
    };
    return await unlessAborted(signal, work());
  }

  /** Fetches a PDF or another file instead of the page, or finds the reason for the failure. */
  private async explain(
    shown: NoWebPage,
    pass: ProxyPass | undefined,
    request: PageRequest,
    deadline: Deadline,
  ): Promise<FetchOutcome> {
    const refusal = pageRefusal(request.spec.hosts, new URL(shown.url)) ?? pass?.failureOf(shown.url);
    if (refusal !== undefined) {
      return {
        kind: 'failed',
        failure: isSameOrigin(shown.url, request.url) ? refusal : explainBlockedRedirect(refusal, 'page'),
      };
    }
    const result = await this.options.http.fetch(addressedTo(shown.url, request), deadline);
    if (result.kind === 'failed') return result;
    if (request.spec.actions.length > 0) {
      const message =
        'The URL returned a file, or content that a browser does not display, so no action can run. Remove `actions`.';
      return { kind: 'failed', failure: { reason: 'action-failed', message } };
    }
    if (!wantsFormat(request.spec, 'screenshot')) return result;
    const warning = 'The URL returned a file, or content that a browser does not display, so there is no screenshot.';
    return { kind: 'capture', capture: { ...result.capture, warnings: [...(result.capture.warnings ?? []), warning] } };
  }
}

/** The page's credential for the forward proxy, and the limits of its responses. */
interface Leave {
  pass: ProxyPass;
  limits: BodyLimits;
}

const TOO_MUCH_MEMORY =
  'The page exceeded the memory limit of a page and was closed. The limit is half of RENDERER_BROWSER_MAX_MEMORY_MIB.';

class FailedOnPage extends Error {
  override readonly name = 'FailedOnPage';

  constructor(
    override readonly cause: unknown,
    readonly answer: { status: number; headers: Record<string, string> },
  ) {
    super('an action failed');
  }
}

function failOn({ mainResponse }: IsolatedPage): (error: unknown) => never {
  return (error) => {
    const response = mainResponse();
    if (!(error instanceof ActionFailed) || response === undefined) throw error;
    throw new FailedOnPage(error, { status: response.status(), headers: response.headers() });
  };
}

/** Chromium allows twenty redirects; both engines must give the same result. */
function assertFewRedirects({ mainResponse }: IsolatedPage): void {
  const response = mainResponse();
  const chain = response?.request().redirectChain() ?? [];
  if (response === undefined || chain.length <= MAX_REDIRECTS) return;
  const followed = chain.slice(0, MAX_REDIRECTS + 1).map((request) => request.url());
  throw new EmptyPage(tooManyRedirects(followed, new URL(response.url()).host));
}

/** After a navigation to another origin the caller's headers are not sent. */
function addressedTo(url: string, request: PageRequest): PageRequest {
  if (!/^https?:/.test(url) || url === request.url) return request;
  return { ...request, url, spec: isSameOrigin(url, request.url) ? request.spec : { ...request.spec, headers: {} } };
}

function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

function failureOf(error: unknown): PageFailure {
  if (error instanceof ActionFailed) return { reason: 'action-failed', message: error.message };
  if (error instanceof EmptyPage) return error.failure;
  if (error instanceof PageTooLarge) return { reason: 'too-large', message: error.message };
  if (error instanceof BrowserNotFoundError) {
    return {
      reason: 'browser-crashed',
      message:
        'The page needs a browser, but the service could not start one. See browser-not-found in the renderer log.',
    };
  }
  if (error instanceof BrowserGone) {
    return { reason: 'browser-crashed', message: 'The browser closed while the page was open. Try again.' };
  }
  // TypeError and ReferenceError are internal errors: those of the page arrive as plain Errors.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) throw error;
  const [reason] = error.message.split('\n');
  return { reason: 'browser-crashed', message: `The browser failed to render the page: ${reason}` };
}
