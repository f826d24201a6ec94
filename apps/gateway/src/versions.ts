import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { v1 } from './v1/v1';
import { v2 } from './v2/v2';
import type { ApiVersion, VersionName } from './wire/api-version';

export const versions = { v1, v2 };

/** The version in the path, for controllers of both versions. */
export const RequestedVersion = createParamDecorator((_: unknown, context: ExecutionContext): ApiVersion => {
  return versionOf(context.switchToHttp().getRequest<Request>().path);
});

const versionOf = (path: string): ApiVersion => versions[(path.startsWith('/v1/') ? 'v1' : 'v2') satisfies VersionName];
