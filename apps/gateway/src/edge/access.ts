import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { KeyRight } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import type { EdgeRequest } from './edge-request';

/** What a route asks of its caller: a key with the right `team` or `admin`, or nothing. */
export type Access = KeyRight | 'public';

export const ACCESS = 'orbweaver:access';

/** The route needs a key for the work of its team. */
export const Authenticated = () => SetMetadata(ACCESS, 'team' satisfies Access);

/** The route needs a key that may administer. It is answered on ADMIN_PORT alone, where that is set. */
export const Administered = () => SetMetadata(ACCESS, 'admin' satisfies Access);

/** The route needs no key. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** The caller of the request, on routes that need a key. */
export const AskingCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<EdgeRequest>();
  if (caller === undefined) throw new Error('the route has a caller but needs no key');
  return caller;
});
