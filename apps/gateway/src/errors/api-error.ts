import { REQUIRED } from './describe-fault';
import type { ErrorCode } from './error-codes';
import { cut, nameKeys } from './wording';

export interface WireIssue {
  code: string;
  /** Does not contain the path. */
  message: string;
  path: (string | number)[];
  [key: string]: unknown;
}

/** An error response. The message is sent to the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly extra: {
      code?: ErrorCode;
      details?: unknown;
      headers?: Record<string, string>;
      fault?: 'page';
    } = {},
  ) {
    super(message);
  }

  /** Cause of the error for metrics: separates failing sites from a failing service. */
  get fault(): 'caller' | 'page' | 'service' {
    return this.extra.fault ?? (this.status < 500 ? 'caller' : 'service');
  }

  get body(): { success: false; code?: string; error: string; details?: unknown } {
    const { code, details } = this.extra;
    return {
      success: false,
      ...(code === undefined ? {} : { code }),
      error: this.message,
      ...(details === undefined ? {} : { details }),
    };
  }
}

/** Maximum length of `error`. Further faults are only in `details`. */
const MAX_ERROR_CHARS = 300;

const badRequest: { status: number; code: ErrorCode } = { status: 400, code: 'BAD_REQUEST' };

/** An error with one sentence per fault after `lead`, by default with status 400. */
export function refuse(details: readonly WireIssue[], lead = '', { status, code } = badRequest): ApiError {
  const short = details.map((detail) => ({ ...detail, message: cut(detail.message, MAX_ERROR_CHARS - 1) }));
  return new ApiError(status, lead + inSentences(short), { code, details: short });
}

export function refuseField(path: (string | number)[], message: string): ApiError {
  return refuse([{ code: 'custom', message, path }]);
}

function toSentence({ code, message, path, keys }: WireIssue): string {
  const field = path.join('.');
  if (code === 'unrecognized_keys' && Array.isArray(keys)) return `${nameKeys(keys, field)}: ${message}`;
  if (message.startsWith(REQUIRED)) return `${field || 'A JSON body'} is required${message.slice(REQUIRED.length)}`;
  return field === '' ? message : `${field}: ${message}`;
}

/** As many sentences as fit, and the number of remaining faults. @param elsewhere where the remaining faults are listed */
export function inSentences(
  details: readonly WireIssue[],
  { total = details.length, elsewhere = ' in details' }: { total?: number; elsewhere?: string } = {},
): string {
  const sentences = details.map(toSentence);
  const more = (count: number) => (count === 0 ? '' : ` (${count} more${elsewhere})`);
  const maxChars = MAX_ERROR_CHARS - more(total).length;
  let shown = 1;
  let text = cut(sentences[0] ?? '', maxChars - 1);
  for (const sentence of sentences.slice(1)) {
    if (text.length + sentence.length + 2 > maxChars) break;
    text = `${text}${/[.!?…]$/.test(text) ? '' : '.'} ${sentence}`;
    shown += 1;
  }
  return text + more(total - shown);
}

export const jobNotFound = () => new ApiError(404, 'Job not found');
