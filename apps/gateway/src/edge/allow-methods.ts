import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error';
import { oneOf } from '../errors/wording';
import { explainOtherVersion } from './explain-unknown-path';
import { isOwnMethod, KnownMethods } from './known-methods';
import { pathOf } from './unknown-address';

/** Returns 405 when the path exists with other methods. Unknown paths get 404 from the router. */
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
    // A fixed path segment of one version can match the id parameter of the other version.
    const other = this.known.isFixed(request) ? undefined : explainOtherVersion(path, this.known, request.method);
    const reason = other ?? `Use ${oneOf(methods.filter(isOwnMethod))}`;
    return new ApiError(405, `Method not allowed: ${request.method} ${pathOf(request)}. ${reason}. See /docs.`, {
      headers: { Allow: methods.join(', ') },
    });
  }
}
