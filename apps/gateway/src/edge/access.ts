import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { EdgeRequest } from './edge-request';

export type Access = 'key' | 'public';

export const ACCESS = 'orbweaver:access';

/** The route needs a valid key. */
export const Authenticated = () => SetMetadata(ACCESS, 'key' satisfies Access);

/** The route needs no key. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** The caller of the request, on routes that are `@Authenticated()`. */
export const AskingCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<EdgeRequest>();
  if (caller === undefined) throw new Error('the route has a caller but is not @Authenticated()');
  return caller;
});
