import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { KeyRight } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import type { EdgeRequest } from './edge-request';

/** Required right of the key, or `public` for routes without a key. */
export type Access = KeyRight | 'public';

export const ACCESS = 'orbweaver:access';

/** Requires a key with a right of its team; `requiredRights` returns which. */
export const Authenticated = () => SetMetadata(ACCESS, 'team' satisfies Access);

/** Requires a key with the right `admin`. Served only on ADMIN_PORT, if set. */
export const Administered = () => SetMetadata(ACCESS, 'admin' satisfies Access);

export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** The caller of the request. Only for routes that need a key. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<EdgeRequest>();
  if (caller === undefined) throw new Error('@CurrentCaller requires @Authenticated or @Administered');
  return caller;
});
