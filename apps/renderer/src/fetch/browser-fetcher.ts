import { findFormat, type PageFailure } from '@orbweaver/core';
import { REFUSAL_HEADER } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';
import { ActionFailed, runActions } from '../actions/run-actions';
import type { BrowserPool } from '../browser/browser-pool';
import { BrowserGone } from '../browser/browser-supply';
import type { PageSlot } from '../browser/cluster-concurrency';
import { BrowserNotFoundError } from '../browser/find-browser';
import { type IsolatedPage, openIsolatedPage } from '../browser/isolated-page';
import { PageTooLarge, readPage } from '../browser/read-page';
import { smartWait } from '../browser/smart-wait';
import { takeScreenshot } from '../browser/take-screenshot';
import type { Deadline } from '../deadline';
import { pause, until } from '../until';
import type { FetchResult, PageFetcher, PageRequest } from './fetch-page';

export interface BrowserFetcherOptions {
  pool: BrowserPool;
  /** Asked when the browser cannot show what an address answers with. */
  http: PageFetcher;
  /** Why the browser's way out could not reach a host a moment ago. */
  refusalOf(host: string): PageFailure | undefined;
  /** The browser's, as in a user agent. */
  version(): string;
  /** Of the document's text. */
  maxBytes: number;
}

/** How long a page may take to come to rest after its document is there, beside what the caller asks for. */
const SMART_WAIT_MS = 5_000;
/** Kept from the deadline for reading the page, so that a restless page is taken as it is instead of lost. */
const CAPTURE_RESERVE_MS = 2_000;

/** The browser has no document for this address: the server refused, or sent no page (a file, nothing at all). */
class NothingShown extends Error {
  override readonly name = 'NothingShown';

  constructor(
    message: string,
    /** The address that the browser asked last. */
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The page as a visitor sees it: scripts run, actions are done, a screenshot is taken. */
export class BrowserFetcher implements PageFetcher {
  constructor(private readonly options: BrowserFetcherOptions) {}

  async fetch(request: PageRequest, deadline: Deadline): Promise<FetchResult> {
    try {
      const capture = await this.options.pool.run(request.priority, deadline.signal, (slot) =>
        this.visit(slot, request, deadline),
      );
      return { kind: 'capture', capture };
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (error instanceof NothingShown) return await this.explain(error, request, deadline);
      return { kind: 'failed', failure: failureOf(error) };
    }
  }

  private async visit(slot: PageSlot, request: PageRequest, deadline: Deadline): Promise<Capture> {
    const { gone } = await slot.browser();
    return await until(gone, this.visitIn(slot, request, deadline));
  }

  private async visitIn(slot: PageSlot, request: PageRequest, deadline: Deadline): Promise<Capture> {
    const { url, spec } = request;
    const opened = await openIsolatedPage(slot, url, spec, this.options.version());
    const { page, session } = opened;
    const crash = new AbortController();
    page.once('error', () => crash.abort(new BrowserGone('the page crashed')));
    const signal = AbortSignal.any([deadline.signal, crash.signal]);
    const work = async (): Promise<Capture> => {
      await goTo(opened, url, signal);
      await smartWait(
        page,
        Math.min(SMART_WAIT_MS, deadline.remainingMs() - spec.waitForMs - CAPTURE_RESERVE_MS),
        signal,
      );
      if (spec.waitForMs > 0) await pause(spec.waitForMs, signal);
      const actions = spec.actions.length > 0 ? await runActions({ page, session, signal }, spec.actions) : undefined;
      const format = findFormat(spec, 'screenshot');
      const screenshot = format === undefined ? undefined : await takeScreenshot(page, format);
      const capture = await readPage(opened, request, this.options.maxBytes, signal);
      return { ...capture, ...(screenshot && { screenshot }), ...(actions && { actions }) };
    };
    return await until(signal, work());
  }

  /** What there is instead of a page: a PDF or another file, or the reason why there is nothing. */
  private async explain(shown: NothingShown, request: PageRequest, deadline: Deadline): Promise<FetchResult> {
    const refusal = this.options.refusalOf(new URL(shown.url).hostname);
    if (refusal !== undefined) return { kind: 'failed', failure: refusal };
    const result = await this.options.http.fetch(request, deadline);
    if (result.kind === 'failed') return result;
    if (request.spec.actions.length > 0) {
      const message =
        'The address answers with a file, or with nothing that a browser shows: no action can be done on it.';
      return { kind: 'failed', failure: { reason: 'action-failed', message } };
    }
    const missed = findFormat(request.spec, 'screenshot') !== undefined;
    const warning = 'The address answers with a file, or with nothing that a browser shows: there is no screenshot.';
    return missed
      ? { kind: 'capture', capture: { ...result.capture, warnings: [...(result.capture.warnings ?? []), warning] } }
      : result;
  }
}

async function goTo({ page, mainResponse, mainUrl }: IsolatedPage, url: string, signal: AbortSignal): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && /net::ERR_/.test(error.message)) {
      throw new NothingShown(error.message, mainUrl(), { cause: error });
    }
    throw error;
  }
  const headers = mainResponse()?.headers();
  if (headers === undefined) throw new NothingShown('there was no answer', mainUrl());
  if (headers[REFUSAL_HEADER] !== undefined) throw new NothingShown('the way out was refused', mainUrl());
  if (!/html|^$/i.test(headers['content-type'] ?? '')) throw new NothingShown('the answer is no page', mainUrl());
}

function failureOf(error: unknown): PageFailure {
  if (error instanceof ActionFailed) return { reason: 'action-failed', message: error.message };
  if (error instanceof PageTooLarge) return { reason: 'too-large', message: error.message };
  if (error instanceof BrowserNotFoundError) {
    return {
      reason: 'browser-crashed',
      message: 'This page needs a browser, and the service has found none that starts.',
    };
  }
  if (error instanceof BrowserGone) {
    return { reason: 'browser-crashed', message: 'The browser ended while the page was open.' };
  }
  // Errors of these classes are slips in our own code: what a page throws reaches us as plain Errors.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) throw error;
  const [reason] = error.message.split('\n');
  return { reason: 'browser-crashed', message: `The browser could not show the page: ${reason}` };
}
