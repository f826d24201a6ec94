import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { RequestClass } from '@orbweaver/persistence';
import type { Response } from 'express';
import type { EdgeRequest } from '../edge/edge-request';
import { ApiError } from '../errors/api-error';
import { RateLimits, type RateStanding } from './rate-limits';

const REQUEST_CLASS = 'orbweaver:request-class';

/** The route counts against the rate limit of the team. Other routes, such as reads, are not limited. */
export const RateLimited = (requestClass: RequestClass) => SetMetadata(REQUEST_CLASS, requestClass);

/** Enforces the rate limit of a team, after the key guard and before the body is read. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const requestClass = this.reflector.get<RequestClass | undefined>(REQUEST_CLASS, context.getHandler());
    const http = context.switchToHttp();
    const { caller } = http.getRequest<EdgeRequest>();
    if (requestClass === undefined || caller === undefined) return true;
    const standing = await this.limits.consume(caller, requestClass);
    if (standing === undefined) return true;
    const headers = headersOf(standing);
    if (standing.consumed > standing.limit) throw refuse(standing, headers);
    const response = http.getResponse<Response>();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return true;
  }
}

const resetSeconds = ({ resetsInMs }: RateStanding) => Math.max(1, Math.ceil(resetsInMs / 1000));

/** Common rate limit headers, readable for scripts of other origins. */
function headersOf(standing: RateStanding): Record<string, string> {
  return {
    'RateLimit-Limit': String(standing.limit),
    'RateLimit-Remaining': String(Math.max(0, standing.limit - standing.consumed)),
    'RateLimit-Reset': String(resetSeconds(standing)),
    'Access-Control-Expose-Headers': 'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  };
}

function refuse(standing: RateStanding, headers: Record<string, string>): ApiError {
  const seconds = resetSeconds(standing);
  const resetAt = new Date(Date.now() + standing.resetsInMs).toISOString();
  const message = `Rate limit exceeded: ${standing.consumed} requests consumed and 0 remaining of ${standing.limit} per minute. Retry after ${seconds}s; the limit resets at ${resetAt}.`;
  return new ApiError(429, message, { headers: { ...headers, 'Retry-After': String(seconds) } });
}
