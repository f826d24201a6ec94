import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { ApiError } from '../errors/api-error';

const uuid = z.uuid();

/** Also the answer to a key that is no UUID, because callers know only one meaning of 409. */
export const idempotencyKeyUsed = () => new ApiError(409, 'Idempotency key already used');

/** The UUID in the x-idempotency-key header, if there is one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const value = context.switchToHttp().getRequest<Request>().headers['x-idempotency-key'];
  if (value === undefined) return undefined;
  const parsed = uuid.safeParse(value);
  if (!parsed.success) throw idempotencyKeyUsed();
  return parsed.data.toLowerCase();
});

export const idempotencyHeader = {
  name: 'x-idempotency-key',
  schema: uuid
    .optional()
    .describe('A request with a key that was used before is refused (409) instead of starting a second job'),
};
