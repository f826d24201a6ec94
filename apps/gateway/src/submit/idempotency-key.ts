import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { ApiError } from '../errors/api-error';

const uuid = z.uuid();

/** Also for keys that are not UUIDs, because callers know only this meaning of 409. */
export const idempotencyKeyUsed = () => new ApiError(409, 'Idempotency key already used');

/** The UUID in the x-idempotency-key header, if present. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const value = context.switchToHttp().getRequest<Request>().headers['x-idempotency-key'];
  if (value === undefined) return undefined;
  const parsed = uuid.safeParse(value);
  if (!parsed.success) throw idempotencyKeyUsed();
  return parsed.data.toLowerCase();
});

export const idempotencyHeader = {
  name: 'x-idempotency-key',
  schema: uuid.optional().describe('A second request with the same key returns 409 instead of starting another job'),
};
