import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a scrape of a hostile page may come to: a document, or one of the codes that callers know. */
type HostileAnswer =
  | 'document'
  | 'SCRAPE_TIMEOUT'
  | 'SCRAPE_SITE_ERROR'
  | 'SCRAPE_UNSUPPORTED_FILE_ERROR'
  | 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR'
  | 'SCRAPE_ACTION_ERROR'
  | 'UNSUPPORTED_SITE'
  | 'SCRAPE_ALL_ENGINES_FAILED';

export interface HostilePage {
  /** The first segment of its path; everything below it is the page's own. */
  name: string;
  /** What the page does: the rest of a sentence that begins with "a page that". */
  does: string;
  /** `browser`: it harms only a browser, so the scrape must ask for one. */
  engine: 'http' | 'browser';
  /** Beside the URL. */
  ask?: Record<string, unknown>;
  mayAnswer: readonly HostileAnswer[];
  serve(exchange: Exchange): void;
  /** For a WebSocket; without it there is none. */
  talk?(socket: Duplex, request: IncomingMessage, gone: AbortSignal): void;
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The site's own, without a slash at the end. */
  origin: string;
  /** An address that must never be connected to, without a slash at the end. */
  secret: string;
  /** What follows the page's name in the path: empty for the page itself, else with a slash in front. */
  below: string;
  /** Everything behind the question mark. */
  query: URLSearchParams;
  /** Aborts when the other side has gone. */
  gone: AbortSignal;
}

type Plain = Omit<HostilePage, 'engine'>;

/** Pages that need no script to do harm. */
export const plainly = (pages: readonly Plain[]): HostilePage[] => pages.map((page) => ({ engine: 'http', ...page }));

/** Pages that are scraped with a moment to wait, so that a browser runs them. */
export const inBrowser = (pages: readonly Plain[]): HostilePage[] =>
  pages.map((page) => ({ engine: 'browser', ...page, ask: { waitFor: 300, ...page.ask } }));

export const TIMEOUT = ['SCRAPE_TIMEOUT'] as const;
/** The page may finish or not: how far a machine gets in the time decides. */
export const IN_TIME_OR_NOT = ['document', 'SCRAPE_TIMEOUT'] as const;
/** It may also take the browser down with it. */
export const WHATEVER = ['document', 'SCRAPE_TIMEOUT', 'SCRAPE_ALL_ENGINES_FAILED'] as const;
