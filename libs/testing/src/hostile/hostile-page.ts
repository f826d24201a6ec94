import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Possible results of scraping a hostile page: a document or a public error code. */
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
  /** The first segment of its path; the page owns all paths below. */
  name: string;
  /** Its behaviour; completes "a page that …". */
  does: string;
  /** `browser`: harmful only in a browser, so the scrape must request one. */
  engine: 'http' | 'browser';
  /** Scrape options in addition to the URL. */
  ask?: Record<string, unknown>;
  mayAnswer: readonly HostileAnswer[];
  serve(exchange: Exchange): void;
  /** Handles WebSockets. */
  talk?(socket: Duplex, request: IncomingMessage, gone: AbortSignal): void;
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Of the site, without a trailing slash. */
  origin: string;
  /** An origin that must never be reached, without a trailing slash. */
  secret: string;
  /** Path below the page: empty for the page itself, otherwise with a leading slash. */
  below: string;
  query: URLSearchParams;
  /** Aborts when the client disconnects. */
  gone: AbortSignal;
}

type Plain = Omit<HostilePage, 'engine'>;

/** Pages that are harmful without scripts. */
export const overHttp = (pages: readonly Plain[]): HostilePage[] => pages.map((page) => ({ engine: 'http', ...page }));

/** Pages that are scraped with a short wait, so that a browser runs them. */
export const inBrowser = (pages: readonly Plain[]): HostilePage[] =>
  pages.map((page) => ({ engine: 'browser', ...page, ask: { waitFor: 300, ...page.ask } }));

export const TIMEOUT = ['SCRAPE_TIMEOUT'] as const;
/** Depends on the speed of the machine. */
export const DOCUMENT_OR_TIMEOUT = ['document', 'SCRAPE_TIMEOUT'] as const;
/** The page may also crash the browser. */
export const ANY_RESULT = ['document', 'SCRAPE_TIMEOUT', 'SCRAPE_ALL_ENGINES_FAILED'] as const;
