import type { RenderPage } from '@orbweaver/contracts';
import { redactError } from '@orbweaver/core';

/** What may be logged of an error that came up over a page. */
export function tellable({ zeroDataRetention }: Pick<RenderPage, 'zeroDataRetention'>, error: unknown): unknown {
  return zeroDataRetention ? redactError(error) : error;
}
