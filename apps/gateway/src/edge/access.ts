import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { EdgeRequest } from './edge-request';

export type Access = 'key' | 'public';

export const ACCESS = 'orbweaver:access';

/** The route answers those with a valid key only. */
export const Authenticated = () => SetMetadata(ACCESS, 'key' satisfies Access);

/** The route answers everybody. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** Whose key the request bears; for routes that are `@Authenticated()`. */
export const AskingCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<EdgeRequest>();
  if (caller === undefined) throw new Error('the route has a caller but is not @Authenticated()');
  return caller;
});
