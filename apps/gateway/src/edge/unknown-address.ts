import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { cut } from '../errors/wording';

const MAX_PATH_CHARS = 200;

/** The path for error messages: truncated, and without the query, which may contain secrets. */
export const pathOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string =>
  cut(originalUrl.replace(/\?.*$/s, ''), MAX_PATH_CHARS);

/** 404 for an unknown path. @param reason a sentence without a full stop */
export const unknownAddress = (request: Pick<Request, 'method' | 'originalUrl'>, reason?: string): ApiError =>
  new ApiError(
    404,
    `Not found: ${request.method} ${pathOf(request)}.${reason === undefined ? '' : ` ${reason}.`} See /docs.`,
  );
