import { unlessAborted } from '@orbweaver/core';
import { REFUSAL_HEADER } from '@orbweaver/egress';
import type { WaitForOptions } from 'puppeteer-core';
import { CallTimedOut, pause, within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import type { PageActivity } from './page-activity';
import { MAX_DOCUMENTS, type Rest } from './smart-wait';

/** The browser has no web page for this URL: the server refused, or sent a file or nothing. */
export class NoWebPage extends Error {
  override readonly name = 'NoWebPage';

  constructor(
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type Cut = Extract<Rest, 'loading' | 'hung' | 'wandering'>;

export type Loaded = 'loaded' | Cut;

export interface PageLoad {
  /** Starts the navigation; settles when the document is loaded. */
  go(options: WaitForOptions): Promise<unknown>;
  loadMs: number;
}

/** A script that blocks the page for longer counts as endless. Chromium asks its user after 15 s. */
const MAX_BUSY_MS = 8_000;
const POLL_MS = 200;

/**
 * Navigates by `go` and waits until the document is loaded or will not be: `loadMs` passed, a script blocks the page, or
 * the page redirects endlessly. Rejects with NoWebPage, or when `signal` aborts before the first byte.
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
        throw new NoWebPage(error.message, mainUrl(), { cause: error });
      }
      throw error;
    },
  );
  const either = AbortSignal.any([signal, done.signal]);
  const outcome = await unlessAborted(
    signal,
    Promise.race([arrival, impatience(opened, activity, loadMs, either)]),
  ).finally(() => done.abort());
  arrival.catch(() => undefined);
  assertWebPage(opened);
  return outcome;
}

/** Throws NoWebPage when the browser displays something else than a web page. */
export function assertWebPage({ page, mainResponse, mainUrl }: IsolatedPage): void {
  const headers = mainResponse()?.headers();
  if (headers === undefined) throw new NoWebPage('no response', mainUrl());
  if (headers[REFUSAL_HEADER] !== undefined) throw new NoWebPage('denied by the egress guard', mainUrl());
  if (page.url().startsWith('chrome-error:')) throw new NoWebPage('the page navigated to an error', mainUrl());
  if (!/html|^$/i.test(headers['content-type'] ?? '')) throw new NoWebPage('the response is not HTML', mainUrl());
}

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
    const isHung = await unlessAborted(signal, within(patienceMs, 'an evaluation', answer)).then(
      () => false,
      (error: unknown) => error instanceof CallTimedOut,
    );
    if (isHung) return 'hung';
  }
}
