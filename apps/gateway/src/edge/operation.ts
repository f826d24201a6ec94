import { applyDecorators, createParamDecorator, type ExecutionContext, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { EdgeRequest } from './edge-request';
import type { UploadedFile } from './uploaded-file';

export interface AnswerSpec {
  schema: z.ZodType;
  example: unknown;
}

/** For routes with a different response in each version. */
type AnswerByVersion = Record<'v1' | 'v2', AnswerSpec>;

/** Request and response of a route. Requests are validated against it, and the OpenAPI document is generated from it. */
export interface OperationSpec {
  summary: string;
  description?: string;
  /** Not available in other services with this API. */
  isExtension?: boolean;
  tag:
    | 'scrape'
    | 'map'
    | 'search'
    | 'batch'
    | 'crawl'
    | 'extract'
    | 'jobs'
    | 'schedules'
    | 'team'
    | 'webhooks'
    | 'service'
    | 'admin';
  /**
   * With `checksSchemasLater`, the controller calls CheckSchemas itself, after it has reserved a concurrency slot. With
   * `isUpload`, the request is a multipart form: a file and JSON options, which the schema describes.
   */
  body?: { schema: z.ZodType; example: unknown; checksSchemasLater?: boolean; isUpload?: true };
  query?: z.ZodObject;
  headers?: { name: string; schema: z.ZodType }[];
  /** Omitted from the OpenAPI document: the documentation, or a route that always returns an error. */
  isUndocumented?: true;
  text?: { contentType: string; example: string };
  answer?: AnswerSpec | AnswerByVersion;
  /** Of success; default: 200. */
  status?: 202;
  /** Other statuses; 401, 403, 503 and, with a body, 413 are added. */
  errors?: Record<number, string>;
}

export const OPERATION = 'orbweaver:operation';

/** Declares the operation of a route. */
export const Operation = (spec: OperationSpec) =>
  applyDecorators(SetMetadata(OPERATION, spec), HttpCode(spec.status ?? 200));

/** The file of the request. Only for operations with an upload. */
export const Upload = createParamDecorator((_: unknown, context: ExecutionContext): UploadedFile => {
  const { upload } = context.switchToHttp().getRequest<EdgeRequest>();
  if (upload === undefined) throw new Error('@Upload requires an operation with an upload');
  return upload;
});

export const WireBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>().wireBody,
);
