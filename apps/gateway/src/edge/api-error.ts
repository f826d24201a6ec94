import type { ErrorCode } from './error-codes';

/** One thing that is wrong with a body, as the caller reads it in `details`. */
export interface WireIssue {
  code: string;
  message: string;
  path: (string | number)[];
  [key: string]: unknown;
}

/** An answer that is not the one asked for. The message is written for the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly extra: {
      code?: ErrorCode;
      details?: unknown;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
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

/** 400 for one field of the body. */
export function refuseField(path: (string | number)[], message: string): ApiError {
  const issue: WireIssue = { code: 'custom', message, path };
  return new ApiError(400, `${path.join('.')}: ${message}`, { code: 'BAD_REQUEST', details: [issue] });
}

export const jobNotFound = () => new ApiError(404, 'Job not found');
