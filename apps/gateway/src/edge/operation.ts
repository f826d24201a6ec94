import { applyDecorators, createParamDecorator, type ExecutionContext, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { EdgeRequest } from './edge-request';

export interface AnswerSpec {
  schema: z.ZodType;
  example: unknown;
}

/** For a route whose versions answer differently. */
type AnswerByVersion = Record<'v1' | 'v2', AnswerSpec>;

/** What a route takes and gives: its requests are checked by it, and the OpenAPI document shows it. */
export interface OperationSpec {
  summary: string;
  description?: string;
  /** An extension: other services with this interface do not have it. */
  isExtension?: boolean;
  tag: 'scrape' | 'batch' | 'crawl' | 'jobs' | 'team' | 'webhooks' | 'service' | 'admin';
  /** `checksSchemasLater`: the controller calls CheckSchemas itself, after it has taken a concurrency slot. */
  body?: { schema: z.ZodType; example: unknown; checksSchemasLater?: boolean };
  query?: z.ZodObject;
  headers?: { name: string; schema: z.ZodType }[];
  /** Not in the OpenAPI document: the documentation itself, or a route that always refuses here. */
  isUndocumented?: true;
  /** The 200 answer when it is text. */
  text?: { contentType: string; example: string };
  /** The 200 answer when it is JSON. */
  answer?: AnswerSpec | AnswerByVersion;
  /** The meaning of other statuses; 200, 401 and, with a body, 413 are added. */
  errors?: Record<number, string>;
}

export const OPERATION = 'orbweaver:operation';

/** Declares the operation of a route. Success is always 200, whatever the method. */
export const Operation = (spec: OperationSpec) => applyDecorators(SetMetadata(OPERATION, spec), HttpCode(200));

/** The body as the operation's schema parsed it. */
export const WireBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>().wireBody,
);
