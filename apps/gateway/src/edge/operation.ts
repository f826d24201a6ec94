import { applyDecorators, createParamDecorator, type ExecutionContext, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { EdgeRequest } from './edge-request';

/** What a route takes and gives: the source of its validation and of its entry in the OpenAPI document. */
export interface OperationSpec {
  summary: string;
  description?: string;
  /** Not part of the interface that others have too. */
  isOwn?: boolean;
  tag: 'scrape' | 'batch' | 'crawl' | 'jobs' | 'team' | 'webhooks' | 'service';
  body?: { schema: z.ZodType; example: unknown };
  query?: z.ZodObject;
  headers?: { name: string; schema: z.ZodType }[];
  /** Not in the OpenAPI document: a part of the documentation itself, or a route that always refuses here. */
  isUndocumented?: true;
  /** The 200 answer where it is text. */
  text?: { contentType: string; example: string };
  /** The 200 answer where it is JSON. */
  answer?: {
    schema: z.ZodType;
    /** For routes that serve both versions, where they differ. */
    schemaOfV1?: z.ZodType;
    example: unknown;
  };
  /** Statuses beside 200, 401 and, with a body, 413, with their meaning. */
  errors?: Record<number, string>;
}

export const OPERATION = 'orbweaver:operation';

/** Declares the operation of a route. Success is always 200, whatever the method. */
export const Operation = (spec: OperationSpec) => applyDecorators(SetMetadata(OPERATION, spec), HttpCode(200));

/** The body as the operation's schema gave it. */
export const WireBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>().wireBody,
);
