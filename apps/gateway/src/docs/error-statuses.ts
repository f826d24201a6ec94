import { MAX_BODY_BYTES } from '../edge/receive-body';
import { MAX_UPLOAD_BYTES } from '../edge/receive-upload';

export const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

interface ErrorStatus {
  means: string;
  retry: string;
  /** Any operation may return it, declared or not. */
  isGeneral?: true;
}

type AnsweredStatus = 400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 429 | 500 | 503;

const NO = 'no';

/** General meaning of error statuses, in ascending order. Operations describe the specific causes. */
export const errorStatuses: Readonly<Record<AnsweredStatus, ErrorStatus>> = {
  400: { means: 'The request is invalid', retry: NO },
  401: { means: 'The API key is missing or invalid', retry: NO, isGeneral: true },
  402: { means: "The team's credits do not cover the request", retry: NO },
  403: {
    means: 'The key lacks a right, its team is disabled, or the service does not visit the URL',
    retry: NO,
    isGeneral: true,
  },
  404: { means: 'The path does not exist, or the resource is unknown, expired or erased', retry: NO },
  405: { means: 'Method not allowed; `Allow` lists the supported methods', retry: NO, isGeneral: true },
  408: { means: 'The page or map was not finished within its timeout', retry: 'yes' },
  409: { means: 'Conflict, such as a used idempotency key or a job that has ended', retry: NO },
  410: { means: 'The job is erased, on demand or after zero data retention', retry: NO },
  413: {
    means: `The body is larger than ${mib(MAX_BODY_BYTES)}, or an uploaded file than ${mib(MAX_UPLOAD_BYTES)}`,
    retry: NO,
    isGeneral: true,
  },
  429: { means: 'A limit of the team or of the service is exceeded', retry: 'after `Retry-After`' },
  500: {
    means: 'The page failed (see `code`), or an internal error occurred',
    retry: 'maybe: the page may succeed later',
  },
  503: {
    means: 'A dependency of the service is unavailable, or the service is overloaded or stopping',
    retry: 'after `Retry-After`',
    isGeneral: true,
  },
};
