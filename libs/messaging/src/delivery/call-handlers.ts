import type { MessageHandler } from '@nestjs/microservices';
import { type RetryAdvice, retryAdvice } from '@orbweaver/core';
import { isObservable, lastValueFrom } from 'rxjs';
import type { DeliveryContext } from '../delivery-context';
import { runInsideDelivery } from './inside-delivery';

export interface HandlerFailure {
  handler: MessageHandler;
  error: unknown;
  advice: RetryAdvice;
}

export async function callHandlers(
  handlers: readonly MessageHandler[],
  message: unknown,
  context: DeliveryContext,
): Promise<HandlerFailure[]> {
  const failures: HandlerFailure[] = [];
  await Promise.all(
    handlers.map(async (handler) => {
      try {
        await runInsideDelivery(async () => {
          const result: unknown = await handler(message, context);
          if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
        });
      } catch (error) {
        failures.push({ handler, error, advice: retryAdvice(error) });
      }
    }),
  );
  return failures;
}

/** One line without a stack trace, for dead letters and logs. */
export function describeError(error: unknown): string {
  const text =
    error instanceof Error
      ? `${error.name}: ${error.message}${error.cause === undefined ? '' : ` (${describeError(error.cause)})`}`
      : typeof error === 'object'
        ? JSON.stringify(error)
        : String(error);
  return text.slice(0, 4096);
}
