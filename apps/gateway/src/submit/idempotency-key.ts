import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { ApiError } from '../errors/api-error';

const uuid = z.uuid();

/** Also for keys that are not UUIDs, because callers know only this meaning of 409. */
export const idempotencyKeyUsed = () => new ApiError(409, 'Idempotency key already used');

/**
 * The UUID in the x-idempotency-key header, if present. `Idempotency-Key`, which other clients send, may be any text: a
 * text that is no UUID becomes one by its hash.
 */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const value = headers['x-idempotency-key'];
  if (value !== undefined) return readUuid(value);
  const text = headers['idempotency-key'];
  return typeof text === 'string' && text !== ''
    ? (uuid.safeParse(text).data?.toLowerCase() ?? hashToUuid(text))
    : undefined;
});

/** @throws ApiError 409 */
function readUuid(value: unknown): string {
  const parsed = uuid.safeParse(value);
  if (!parsed.success) throw idempotencyKeyUsed();
  return parsed.data.toLowerCase();
}

/** A version 8 UUID (RFC 9562). */
function hashToUuid(text: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash('sha256', text, 'hex'))!;
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

export const idempotencyHeader = {
  name: 'x-idempotency-key',
  schema: uuid.optional().describe('A second request with the same key returns 409 instead of starting another job'),
};
