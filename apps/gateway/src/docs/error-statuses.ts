import { MAX_BODY_BYTES } from '../edge/receive-body';

export const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

interface ErrorStatus {
  means: string;
  /** Whether to send the request again as it is. */
  again: string;
  /** Any operation may answer so, whether or not it declares it. */
  ofAll?: true;
}

type AnsweredStatus = 400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 429 | 500 | 503;

const NO = 'no';

/**
 * What the status of an error means, whatever the operation, in the order of the numbers. What an operation means by it
 * in particular stands with the operation.
 */
export const errorStatuses: Readonly<Record<AnsweredStatus, ErrorStatus>> = {
  400: { means: 'Something in the request is wrong', again: NO },
  401: { means: 'The API key is missing or not valid', again: NO, ofAll: true },
  402: { means: "The team's credits do not cover the request", again: NO },
  403: {
    means: 'The key may not do this, its team is disabled, or the address is one that the service does not visit',
    again: NO,
    ofAll: true,
  },
  404: { means: 'There is no such address, or what it names is unknown, expired or erased', again: NO },
  405: { means: 'The address is asked with another method; `Allow` names those that it has', again: NO, ofAll: true },
  408: { means: 'The page was not finished in its time', again: 'yes' },
  409: { means: 'The request does not fit what is there: a key was used, a job has ended', again: NO },
  410: { means: 'The rest of the job is erased: it ran with zero data retention', again: NO },
  413: { means: `The body is larger than ${mib(MAX_BODY_BYTES)}`, again: NO, ofAll: true },
  429: { means: 'The team, or all teams together, have had their share for now', again: 'after `Retry-After`' },
  500: {
    means: 'The page failed, as `code` says, or the service did',
    again: 'perhaps: the page may come another time',
  },
  503: {
    means: 'A dependency of the service is unavailable, or the service is overloaded or stopping',
    again: 'after `Retry-After`',
    ofAll: true,
  },
};
