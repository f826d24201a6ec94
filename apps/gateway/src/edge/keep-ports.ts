import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error';
import { AdminPort } from './admin-port';

/** To a port, an address that belongs to the other one is unknown. */
@Injectable()
export class KeepPorts implements NestMiddleware {
  constructor(private readonly adminPort: AdminPort) {}

  use(request: Request, _: Response, next: NextFunction): void {
    if (!this.adminPort.belongs(request)) {
      throw new ApiError(404, `There is no ${request.method} ${request.baseUrl + request.path}. See /docs.`);
    }
    next();
  }
}
