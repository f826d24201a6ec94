import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AdminPort } from './admin-port';
import { unknownAddress } from './unknown-address';

@Injectable()
export class RestrictPorts implements NestMiddleware {
  constructor(private readonly adminPort: AdminPort) {}

  use(request: Request, _: Response, next: NextFunction): void {
    if (!this.adminPort.belongs(request)) throw unknownAddress(request);
    next();
  }
}
