import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error';
import { oneOf } from '../errors/wording';
import { explainOtherVersion } from './explain-unknown-path';
import { isOwnMethod, KnownMethods } from './known-methods';
import { pathOf } from './unknown-address';

/** Answers 405 when the address exists, but not with this method. Unknown addresses are left to the router. */
@Injectable()
export class AllowMethods implements NestMiddleware {
  constructor(private readonly known: KnownMethods) {}

  use(request: Request, _: Response, next: NextFunction): void {
    const methods = this.known.of(request);
    if (methods.length > 0 && !methods.includes(request.method)) throw this.refuse(request, methods);
    next();
  }

  private refuse(request: Request, methods: readonly string[]): ApiError {
    const path = request.baseUrl + request.path;
    // A fixed word of the other version may look like an id in this one, and one of this version like an id there.
    const other = this.known.isFixed(request) ? undefined : explainOtherVersion(path, this.known, request.method);
    const reason = other ?? `it is asked with ${oneOf(methods.filter(isOwnMethod))}`;
    return new ApiError(405, `There is no ${request.method} ${pathOf(request)}: ${reason}. See /docs.`, {
      headers: { Allow: methods.join(', ') },
    });
  }
}
