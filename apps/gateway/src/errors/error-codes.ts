import type { PageFailureReason } from '@orbweaver/core';

export const requestErrors = {
  BAD_REQUEST: 'The request is invalid. `error` summarizes the faults; `details` has one item per fault',
  BAD_REQUEST_INVALID_JSON: 'The body is not valid JSON. `error` contains the position',
  MODEL_NOT_CONFIGURED: 'The request needs a language model, but none is configured',
  PROMPT_FAILED: 'The language model generated no usable crawl options from the prompt',
  SCRAPE_ZDR_VIOLATION_ERROR: 'None of the requested formats is available with zero data retention',
  UNSUPPORTED_SITE:
    'The operator has denied the host, or the page redirects to an address that the service does not visit',
  KEY_RIGHT_MISSING: 'The key lacks the right that the operation requires. `error` names it',
  KEY_NETWORK_REFUSED: 'The address of the client is not in the networks of the key. `error` contains the address',
  MAP_TIMEOUT: 'The map found no URL within its timeout',
  DOCUMENT_MISSING: 'The page was scraped, but its document is missing from the store',
  SEARCH_NOT_CONFIGURED: 'Search needs a search engine, but none is configured (`SEARCH_URL`)',
  SEARCH_UNAVAILABLE: 'The search engine is unreachable, overloaded or misconfigured. Retry after `Retry-After`',
  SEARCH_TIMEOUT: 'The search was not finished within its timeout',
  SERVICE_OVERLOADED: 'The service is overloaded. Retry after `Retry-After`',
  SERVICE_STOPPING: 'The service stopped before the page or map was finished. Retry after `Retry-After`',
  STORE_UNAVAILABLE: 'The database or the object store of the service is unavailable. Retry after `Retry-After`',
  BROKER_UNAVAILABLE: 'Kafka is unavailable. The request was not billed. Retry after `Retry-After`',
  UNKNOWN_ERROR: 'Internal error. `error` contains an id for the operator',
};

type RequestErrorCode = keyof typeof requestErrors;

/** Same code as for a denied URL in a request; here found by a redirect or the browser. */
const REFUSED_ADDRESS = { status: 403, code: 'UNSUPPORTED_SITE' } as const;
/** For reading the page later. Callers of scrapes in flight get SERVICE_STOPPING. */
const STOPPED = { status: 500, code: 'SCRAPE_JOB_CANCELLED' } as const;
const ALL_ENGINES_FAILED = { status: 500, code: 'SCRAPE_ALL_ENGINES_FAILED' } as const;
const SITE_ERROR = { status: 500, code: 'SCRAPE_SITE_ERROR' } as const;
const UNSUPPORTED_FILE = { status: 500, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' } as const;

export const pageFailureAnswers = {
  dns: { status: 500, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
  refused: SITE_ERROR,
  reset: SITE_ERROR,
  'too-many-redirects': SITE_ERROR,
  'bad-response': SITE_ERROR,
  tls: { status: 500, code: 'SCRAPE_SSL_ERROR' },
  'unsupported-type': UNSUPPORTED_FILE,
  'too-large': UNSUPPORTED_FILE,
  'timed-out': { status: 408, code: 'SCRAPE_TIMEOUT' },
  'action-failed': { status: 500, code: 'SCRAPE_ACTION_ERROR' },
  'out-of-scope': { status: 500, code: 'CRAWL_DENIAL' },
  cancelled: STOPPED,
  'pdf-timed-out': { status: 500, code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR' },
  'proxy-failed': { status: 500, code: 'SCRAPE_PROXY_SELECTION_ERROR' },
  'model-failed': { status: 500, code: 'SCRAPE_MODEL_ERROR' },
  'conversion-failed': ALL_ENGINES_FAILED,
  'browser-crashed': ALL_ENGINES_FAILED,
  'egress-denied': REFUSED_ADDRESS,
  'invalid-url': ALL_ENGINES_FAILED,
  'lease-expired': ALL_ENGINES_FAILED,
} as const satisfies Record<PageFailureReason, { status: number; code: string }>;

export type PageFailureCode = (typeof pageFailureAnswers)[PageFailureReason]['code'];

/** Codes that only failed pages have. */
export const pageErrors: Readonly<Record<Exclude<PageFailureCode, RequestErrorCode>, string>> = {
  SCRAPE_DNS_RESOLUTION_ERROR: 'The host name does not resolve to a public address',
  SCRAPE_SITE_ERROR: 'The site is unreachable, resets the connection, redirects endlessly or sends invalid HTTP',
  SCRAPE_SSL_ERROR: 'The TLS certificate of the site is invalid. `skipTlsVerification` skips the check',
  SCRAPE_UNSUPPORTED_FILE_ERROR: 'The file type is not supported, or the file is too large',
  SCRAPE_TIMEOUT: 'The page was not finished within its timeout',
  SCRAPE_ACTION_ERROR: 'An action failed on the page',
  CRAWL_DENIAL: 'The page was visited, but the rules of the crawl exclude it',
  SCRAPE_JOB_CANCELLED: 'The job was cancelled or the service stopped before the page was finished',
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: 'The PDF was not parsed within the remaining time',
  SCRAPE_PROXY_SELECTION_ERROR: 'No proxy of the requested type is available, or none reached the site',
  SCRAPE_MODEL_ERROR: 'The language model returned no usable response',
  SCRAPE_ALL_ENGINES_FAILED: 'All fetch methods failed',
};

export type ErrorCode = RequestErrorCode | PageFailureCode;
