import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { cut } from '../errors/wording';

const MAX_PATH_CHARS = 200;

/** The path as errors repeat it: without the query, which may be secret, and not longer than one reads. */
export const pathOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string =>
  cut(originalUrl.replace(/\?.*$/s, ''), MAX_PATH_CHARS);

/** 404 for an address that no route has. `reason`: why, without a full stop. */
export const unknownAddress = (request: Pick<Request, 'method' | 'originalUrl'>, reason?: string): ApiError =>
  new ApiError(
    404,
    `There is no ${request.method} ${pathOf(request)}${reason === undefined ? '' : `: ${reason}`}. See /docs.`,
  );
