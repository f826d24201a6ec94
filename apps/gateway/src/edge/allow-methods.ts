import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error';
import { oneOf } from '../errors/wording';
import { KnownMethods } from './known-methods';
import { pathOf } from './unknown-address';

/** Answers 405 when the address exists, but not with this method. Unknown addresses are left to the router. */
@Injectable()
export class AllowMethods implements NestMiddleware {
  constructor(private readonly known: KnownMethods) {}

  use(request: Request, _: Response, next: NextFunction): void {
    const methods = this.known.of(request);
    if (methods.length > 0 && !methods.includes(request.method)) throw notAllowed(request, methods);
    next();
  }
}

function notAllowed(request: Request, methods: readonly string[]): ApiError {
  const asked = oneOf(methods.filter((name) => name !== 'HEAD' && name !== 'OPTIONS'));
  return new ApiError(405, `There is no ${request.method} ${pathOf(request)}: it is asked with ${asked}. See /docs.`, {
    headers: { Allow: methods.join(', ') },
  });
}
