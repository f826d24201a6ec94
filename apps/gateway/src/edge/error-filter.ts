import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { redactError, StoreUnavailableError } from '@orbweaver/core';
import { type EventLog, LOG } from '@orbweaver/platform';
import type { Response } from 'express';
import { ApiError } from '../errors/api-error';
import { storeUnavailable } from '../errors/store-unavailable';
import type { EdgeRequest } from './edge-request';
import { explainUnknownPath } from './explain-unknown-path';
import { KnownMethods } from './known-methods';
import { unknownAddress } from './unknown-address';

/** Returns every error as a Failure. Internal errors are logged; the caller receives only their id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: EventLog,
    private readonly known: KnownMethods,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    // Message handlers share this filter; the transport handles their errors.
    if (host.getType() !== 'http') throw exception;
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.asApiError(exception, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.locals.fault = error.fault;
    // Closing at once would reset the connection of a client that is still sending.
    if (error.status === 413 && response.locals.isDiscarding !== true) response.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(error.extra.headers ?? {})) response.setHeader(name, value);
    response.status(error.status).json(error.body);
  }

  private asApiError(exception: unknown, request: EdgeRequest): ApiError {
    if (exception instanceof ApiError) return exception;
    if (exception instanceof HttpException) return this.readHttpException(exception, request);
    if (exception instanceof StoreUnavailableError) {
      this.log.warn('request-refused', { requestId: request.requestId, method: request.method }, exception);
      return storeUnavailable();
    }
    const id = request.requestId ?? randomUUID();
    this.log.error(
      'request-failed',
      { requestId: id, method: request.method, path: request.path },
      redactIfEphemeral(request, exception),
    );
    return new ApiError(500, `Internal error. Report it to the operator with the id ${id}.`, {
      code: 'UNKNOWN_ERROR',
    });
  }

  /** Nest throws these for unknown routes and malformed request lines. */
  private readHttpException(exception: HttpException, request: EdgeRequest): ApiError {
    const status = exception.getStatus();
    if (status === 404) return unknownAddress(request, explainUnknownPath(request.path, this.known));
    return new ApiError(status, exception.message, status === 400 ? { code: 'BAD_REQUEST' } : {});
  }
}

/**
 * Redacts an error that may contain the URL of a page with zeroDataRetention: requests without a body read stored pages,
 * and batches can be appended to. All other requests with zeroDataRetention are redacted by the log.
 */
function redactIfEphemeral({ wireBody }: EdgeRequest, exception: unknown): unknown {
  const mayBeEphemeral = typeof wireBody !== 'object' || wireBody === null || 'appendToId' in wireBody;
  return mayBeEphemeral ? redactError(exception) : exception;
}
