import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from '../edge/access';
import type { EdgeRequest } from '../edge/edge-request';
import { Authenticator } from './authenticator';

/** Served by the platform in the same application; it declares nothing to us. */
const OPERATIONS_PATH = /^\/(?:health\/|metrics$)/;

/** Lets nobody without a valid key near a route, unless the route says that it is public. */
@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Messages of other services pass the same guard; they come from the transport, not from callers.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    if (access === 'public' || (access === undefined && OPERATIONS_PATH.test(request.path))) return true;
    request.caller = await this.authenticator.authenticate(request.headers.authorization);
    return true;
  }
}
