import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { KnownMethods } from './known-methods';

/** Allows every origin (CORS). Safe, because browsers add no key automatically: they refuse requests with cookies to `*`. */
@Injectable()
export class AllowOrigins implements NestMiddleware {
  constructor(private readonly known: KnownMethods) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    const methods = this.known.of(request);
    if (methods.length > 0) response.setHeader('Allow', methods.join(', '));
    response.setHeader(
      'Access-Control-Allow-Methods',
      methods.includes('PATCH') ? 'GET, POST, PATCH, DELETE, OPTIONS' : 'GET, POST, DELETE, OPTIONS',
    );
    response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.status(204).end();
  }
}
