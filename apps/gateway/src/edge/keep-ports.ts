import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AdminPort } from './admin-port';
import { unknownAddress } from './unknown-address';

/** To a port, an address that belongs to the other one is unknown. */
@Injectable()
export class KeepPorts implements NestMiddleware {
  constructor(private readonly adminPort: AdminPort) {}

  use(request: Request, _: Response, next: NextFunction): void {
    if (!this.adminPort.belongs(request)) throw unknownAddress(request);
    next();
  }
}
