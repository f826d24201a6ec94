import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { noteEphemeral } from '@orbweaver/messaging';
import express, { type Response } from 'express';
import { ApiError } from '../errors/api-error';
import { readWire } from '../errors/read-wire';
import { CheckSchemas } from './check-schemas';
import type { EdgeRequest } from './edge-request';
import { explainMalformedJson } from './explain-malformed-json';
import { findBodyFault } from './find-body-fault';
import { OPERATION, type OperationSpec } from './operation';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const isJson = (contentType: string | undefined) => /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '');

/** Strict mode: the body must be an object or an array. */
const parseJson = express.json({ limit: MAX_BODY_BYTES, type: (request) => isJson(request.headers['content-type']) });

/**
 * Reads and checks the bodies that operations declare. It is an interceptor, because middlewares run before the guards:
 * nothing reads ten megabytes of a request without a key.
 */
@Injectable()
export class ReadBody implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly schemas: CheckSchemas,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    if (context.getType() !== 'http') return next.handle();
    const operation = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    if (operation?.body !== undefined) {
      const http = context.switchToHttp();
      const request = http.getRequest<EdgeRequest>();
      request.wireBody = readWire(operation.body.schema, await readJson(request, http.getResponse()));
      if (asksForNoTraces(request.wireBody)) noteEphemeral();
      if (request.caller !== undefined && operation.body.checksSchemasLater !== true) {
        await this.schemas.check(request.caller, request.wireBody);
      }
    }
    return next.handle();
  }
}

const asksForNoTraces = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  // A batch that is appended to may have been started so.
  (('zeroDataRetention' in body && body.zeroDataRetention === true) ||
    ('appendToId' in body && body.appendToId !== undefined));

async function readJson(request: EdgeRequest, response: Response): Promise<unknown> {
  if (!isJson(request.headers['content-type'])) {
    throw new ApiError(400, 'The body must be JSON and be sent with Content-Type: application/json', {
      code: 'BAD_REQUEST',
    });
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(explain(error))));
  });
  const fault = findBodyFault(request.body);
  if (fault !== undefined) throw new ApiError(400, fault, { code: 'BAD_REQUEST' });
  return request.body;
}

/** Errors of body-parser, by their `type`. */
function explain(error: unknown): unknown {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.parse.failed': {
      const { message, body } = error as Error & { body: string };
      return new ApiError(400, explainMalformedJson(message, body), { code: 'BAD_REQUEST_INVALID_JSON' });
    }
    case 'entity.too.large':
      return new ApiError(413, `The body is larger than ${MAX_BODY_BYTES} bytes`, { code: 'BAD_REQUEST' });
    case 'encoding.unsupported':
    case 'charset.unsupported':
    case 'request.size.invalid':
    case 'request.aborted':
      return new ApiError(400, error instanceof Error ? error.message : 'The body cannot be read', {
        code: 'BAD_REQUEST',
      });
    default:
      return isClientFault(error) ? new ApiError(400, 'The body cannot be read', { code: 'BAD_REQUEST' }) : error;
  }
}

/** True for a 400 of body-parser without a `type`, for example a body that does not decompress. */
function isClientFault(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
}
