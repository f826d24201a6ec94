import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '@orbweaver/persistence';
import type { EdgeRequest } from './edge-request';

export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { caller, administrator, requestId = null } = context.switchToHttp().getRequest<EdgeRequest>();
  if (administrator !== undefined) return { apiKeyId: null, name: administrator, requestId };
  if (caller === undefined) throw new Error('@CurrentActor requires @Authenticated or @Administered');
  return { apiKeyId: caller.keyId, name: caller.keyName, requestId };
});
