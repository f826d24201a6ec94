import { unlessAborted } from '@orbweaver/core';
import { REFUSAL_HEADER } from '@orbweaver/egress';
import type { WaitForOptions } from 'puppeteer-core';
import { CallTimedOut, pause, within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import type { PageActivity } from './page-activity';
import { MAX_DOCUMENTS, type Rest } from './smart-wait';

/**
 * The browser has no document for this address: the server refused, or sent something else (a file, nothing at all).
 */
export class NothingShown extends Error {
  override readonly name = 'NothingShown';

  constructor(
    message: string,
    /** The address that the browser requested last. */
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Why the page is no longer waited for, see Rest. A part of it is there. */
type Cut = Extract<Rest, 'loading' | 'hung' | 'wandering'>;

export type Loaded = 'loaded' | Cut;

export interface PageLoad {
  /** Starts the navigation, and settles when the document is there. */
  go(options: WaitForOptions): Promise<unknown>;
  loadMs: number;
}

/** A script that blocks the page for longer will not stop. Chromium asks its user after 15 s. */
const MAX_BUSY_MS = 8_000;
const POLL_MS = 200;

/**
 * Goes to the page by `go` and waits for the end of its document, or until waiting is no longer worthwhile: the rest did not
 * come within `loadMs`, an endless script blocks the page, or the page replaces itself again and again. Rejects with
 * NothingShown, and when `signal` aborts before anything came.
 */
export async function loadPage(
  opened: IsolatedPage,
  activity: PageActivity,
  { go, loadMs }: PageLoad,
  signal: AbortSignal,
): Promise<Loaded> {
  const { mainUrl } = opened;
  const done = new AbortController();
  const going = go({ waitUntil: 'domcontentloaded', timeout: 0, signal });
  const arrival = going.then(
    () => 'loaded' as const,
    (error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof Error && /net::ERR_/.test(error.message)) {
        throw new NothingShown(error.message, mainUrl(), { cause: error });
      }
      throw error;
    },
  );
  const either = AbortSignal.any([signal, done.signal]);
  const outcome = await unlessAborted(
    signal,
    Promise.race([arrival, impatience(opened, activity, loadMs, either)]),
  ).finally(() => done.abort());
  // The first navigation's own result no longer matters.
  arrival.catch(() => undefined);
  assertShown(opened);
  return outcome;
}

/** Throws NothingShown when the browser shows something that is not a web page. */
export function assertShown({ page, mainResponse, mainUrl }: IsolatedPage): void {
  const headers = mainResponse()?.headers();
  if (headers === undefined) throw new NothingShown('there was no answer', mainUrl());
  if (headers[REFUSAL_HEADER] !== undefined) throw new NothingShown('the way out was refused', mainUrl());
  if (page.url().startsWith('chrome-error:')) throw new NothingShown('the page led to where nothing is', mainUrl());
  if (!/html|^$/i.test(headers['content-type'] ?? '')) throw new NothingShown('the answer is no page', mainUrl());
}

/** Resolves when a partly loaded page is no longer worth waiting for. */
async function impatience(
  { page }: IsolatedPage,
  activity: PageActivity,
  loadMs: number,
  signal: AbortSignal,
): Promise<Cut> {
  const cutAt = performance.now() + loadMs;
  const { documents } = activity;
  for (;;) {
    await pause(POLL_MS, signal);
    if (activity.documents === 0) continue;
    if (activity.documents - documents > MAX_DOCUMENTS) return 'wandering';
    if (performance.now() >= cutAt) return 'loading';
    activity.endStalls({ isLoading: true });
    const answer = isolatedWorld(page.mainFrame()).evaluate(() => true);
    const patienceMs = Math.max(POLL_MS, Math.min(MAX_BUSY_MS, cutAt - performance.now()));
    const isHung = await unlessAborted(signal, within(patienceMs, 'a sign of life', answer)).then(
      () => false,
      (error: unknown) => error instanceof CallTimedOut,
    );
    if (isHung) return 'hung';
  }
}
