import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { KeyRight } from '@orbweaver/core';
import { noteEphemeral, noteIds } from '@orbweaver/messaging';
import { ACCESS, type Access } from '../edge/access';
import type { EdgeRequest } from '../edge/edge-request';
import { AccessTokens } from './access-tokens';
import { Authenticator } from './authenticator';
import { requiredRights } from './required-rights';

/** Platform routes, which declare no access. */
const OPERATIONS_PATH = /^\/(?:health\/|metrics$)/;

/** Rejects requests without a valid key with a required right, except on public routes. The admin API also accepts access tokens. */
@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly tokens: AccessTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Message handlers share the guards, but messages have no key.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    if (access === 'public' || (access === undefined && OPERATIONS_PATH.test(request.path))) return true;
    const token = access === 'admin' ? this.tokens.find(request.headers.authorization) : undefined;
    if (token !== undefined) {
      request.administrator = await this.tokens.verify(token);
      return true;
    }
    const needed: readonly KeyRight[] =
      access === 'admin' ? ['admin'] : requiredRights(request.method, String(request.route?.path));
    request.caller = await this.authenticator.authenticateRequest(request, needed);
    noteIds({ teamId: request.caller.teamId });
    if (request.caller.zeroDataRetention) noteEphemeral();
    return true;
  }
}
