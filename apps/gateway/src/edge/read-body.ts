import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { noteEphemeral } from '@orbweaver/messaging';
import { CONFIG } from '@orbweaver/platform';
import type { Response } from 'express';
import { ApiError } from '../errors/api-error';
import { readWire } from '../errors/read-wire';
import type { GatewayConfig } from '../gateway.config';
import { BodyMemory, type BodyReservation } from './body-memory';
import { CheckSchemas } from './check-schemas';
import type { EdgeRequest } from './edge-request';
import { explainMalformedJson } from './explain-malformed-json';
import { findBodyFault } from './find-body-fault';
import { OPERATION, type OperationSpec } from './operation';
import { receiveBody } from './receive-body';
import { MAX_UPLOAD_BYTES, receiveUpload } from './receive-upload';

/** Reads and validates bodies. An interceptor, because middleware runs before the guards, and only bodies with a valid key are read. */
@Injectable()
export class ReadBody implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly schemas: CheckSchemas,
    private readonly memory: BodyMemory,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'REQUEST_BODIES_MAX_MIB' | 'REQUEST_BODIES_TEAM_MIB'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    if (context.getType() !== 'http') return next.handle();
    const operation = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    const { body } = operation ?? {};
    if (body !== undefined) {
      const http = context.switchToHttp();
      const request = http.getRequest<EdgeRequest>();
      const read = body.isUpload ? this.readUpload : this.readJson;
      request.body = await read.call(this, request, http.getResponse<Response>());
      request.wireBody = readWire(body.schema, request.body);
      if (mayBeEphemeral(request.wireBody)) noteEphemeral();
      if (request.caller !== undefined && body.checksSchemasLater !== true) {
        await this.schemas.check(request.caller, request.wireBody);
      }
    }
    return next.handle();
  }

  private async readJson(request: EdgeRequest, response: Response): Promise<unknown> {
    const charset = charsetOf(request.headers['content-type']);
    // The schema of an operation reports the required fields of a missing body.
    if (!hasBody(request)) return undefined;
    const reservation = this.reserve(request, response);
    return readText(new TextDecoder(charset).decode(await receiveBody(request, reservation)));
  }

  /** The options of an upload. Sets the file of the request. */
  private async readUpload(request: EdgeRequest, response: Response): Promise<unknown> {
    const { REQUEST_BODIES_TEAM_MIB: teamMib, REQUEST_BODIES_MAX_MIB: maxMib } = this.config;
    const maxFileBytes = Math.min(MAX_UPLOAD_BYTES, (Math.min(teamMib, maxMib) - 1) * MIB);
    const reservation = this.reserve(request, response);
    const { file, options = '' } = await receiveUpload(request, { reservation, maxFileBytes }).catch(
      (error: unknown) => {
        // Most clients send the whole file before they read the response. ReleaseConnections limits the time.
        response.locals.isDiscarding = true;
        request.resume();
        throw error;
      },
    );
    request.upload = file;
    return readText(options);
  }

  private reserve(request: EdgeRequest, response: Response): BodyReservation {
    const reservation = this.memory.reserve(request.caller?.teamId ?? '');
    response.once('close', reservation.release);
    return reservation;
  }
}

const MIB = 1024 * 1024;

/** @throws ApiError 400 for invalid JSON, and for JSON that cannot be stored */
function readText(text: string): unknown {
  const body = parseJson(text);
  const fault = findBodyFault(body);
  if (fault !== undefined) throw new ApiError(400, fault, { code: 'BAD_REQUEST' });
  return body;
}

const mayBeEphemeral = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  // The batch may have been started with zeroDataRetention.
  (('zeroDataRetention' in body && body.zeroDataRetention === true) ||
    ('appendToId' in body && body.appendToId !== undefined));

/** @throws ApiError 400 for a content type other than JSON, and for unsupported charsets */
function charsetOf(contentType = ''): string {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) {
    throw new ApiError(400, 'Send a JSON body with Content-Type: application/json', {
      code: 'BAD_REQUEST',
    });
  }
  const charset = /;\s*charset="?([\w.-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (/^utf-?(?:8|16|16le|16be)$/.test(charset)) return charset.replace(/^utf(?=\d)/, 'utf-');
  throw new ApiError(400, `The charset ${charset.slice(0, 50)} is not supported. Send UTF-8`, { code: 'BAD_REQUEST' });
}

const hasBody = ({ headers }: EdgeRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) >= 0;

/** Parses an object or list. An empty body is an empty object. */
function parseJson(text: string): unknown {
  if (text === '') return {};
  const malformed = (message: string) =>
    new ApiError(400, explainMalformedJson(message, text), { code: 'BAD_REQUEST_INVALID_JSON' });
  if (!/^\s*[{[]/.test(text)) throw malformed('');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : '');
  }
}
