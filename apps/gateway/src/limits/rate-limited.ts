import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { RequestClass } from '@orbweaver/persistence';

export const REQUEST_CLASS = 'orbweaver:request-class';

/** The route counts against its team's requests a minute. What is not marked, above all reading, is never limited. */
export const RateLimited = (requestClass: RequestClass) => applyDecorators(SetMetadata(REQUEST_CLASS, requestClass));
