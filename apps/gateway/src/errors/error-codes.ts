import type { PageFailureReason } from '@orbweaver/core';

/** Codes for a fault of the request or of the service. */
export const requestErrors = {
  BAD_REQUEST:
    'Something in the request is wrong: `error` has a sentence for each fault, as far as there is room, `details` one item',
  BAD_REQUEST_INVALID_JSON: 'The body is no JSON; `error` says where',
  MODEL_NOT_CONFIGURED: 'The request needs a language model, and the operator of the service has configured none',
  PROMPT_FAILED: 'The language model made nothing of the prompt that can be used',
  SCRAPE_ZDR_VIOLATION_ERROR: 'Nothing that was asked for can be given with zero data retention',
  UNSUPPORTED_SITE:
    'The operator of the service has closed the host, or the page leads to an address that may not be visited',
  DOCUMENT_MISSING: 'The page was scraped, but the store of the service has lost its document',
  SERVICE_OVERLOADED: 'The service is overloaded. Send the request again after `Retry-After`',
  SERVICE_STOPPING: 'The service was stopped before the page was finished. Send the request again after `Retry-After`',
  STORE_UNAVAILABLE:
    'The database or the object store of the service is unavailable. Send the request again after `Retry-After`',
  BROKER_UNAVAILABLE: 'Kafka does not answer. The scrape was not billed. Send the request again after `Retry-After`',
  UNKNOWN_ERROR: 'Something broke in the service; `error` has an id that its log has too',
};

type RequestErrorCode = keyof typeof requestErrors;

/** As for a URL of a request. This one was found on the way: by a redirect, or by the browser. */
const REFUSED_ADDRESS = { status: 403, code: 'UNSUPPORTED_SITE' } as const;
/** For a page that is read later. Callers of scrapes in flight get SERVICE_STOPPING. */
const STOPPED = { status: 500, code: 'SCRAPE_JOB_CANCELLED' } as const;
const ALL_ENGINES_FAILED = { status: 500, code: 'SCRAPE_ALL_ENGINES_FAILED' } as const;
const SITE_ERROR = { status: 500, code: 'SCRAPE_SITE_ERROR' } as const;
const UNSUPPORTED_FILE = { status: 500, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' } as const;

/** The code of each failure of a page, and the status of a scrape that fails so. */
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

/** Codes for a page that failed, unless they are codes of requests too. */
export const pageErrors: Readonly<Record<Exclude<PageFailureCode, RequestErrorCode>, string>> = {
  SCRAPE_DNS_RESOLUTION_ERROR: 'The name of the host leads to no public address',
  SCRAPE_SITE_ERROR: 'The site cannot be reached, breaks off, redirects without end or does not answer in HTTP',
  SCRAPE_SSL_ERROR: 'The certificate of the site is not valid; `skipTlsVerification` would not check it',
  SCRAPE_UNSUPPORTED_FILE_ERROR: 'The URL leads to a file of a kind that is not read, or to one that is too large',
  SCRAPE_TIMEOUT: 'The page was not finished in its time',
  SCRAPE_ACTION_ERROR: 'One of the actions could not be done on the page',
  CRAWL_DENIAL: 'The page was visited, and the rules of the crawl keep it out of the documents',
  SCRAPE_JOB_CANCELLED: 'The job was cancelled, or the service was stopped, before the page was finished',
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: 'The PDF is longer than can be read in the time that was left',
  SCRAPE_PROXY_SELECTION_ERROR: 'No proxy that the request asks for can be used, or none reached the site',
  SCRAPE_MODEL_ERROR: 'The language model gave no answer that can be used',
  SCRAPE_ALL_ENGINES_FAILED: 'The page gave no document, in whatever way it was fetched',
};

export type ErrorCode = RequestErrorCode | PageFailureCode;
