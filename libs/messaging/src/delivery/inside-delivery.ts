import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<{ running: boolean }>();

/** Runs a handler so that what it calls can know that a delivery waits for it. */
export async function runInsideDelivery<T>(handle: () => Promise<T>): Promise<T> {
  const scope = { running: true };
  try {
    return await scopes.run(scope, handle);
  } finally {
    // Work that the handler has begun and left behind belongs to nobody's delivery any more.
    scope.running = false;
  }
}

export function isInsideDelivery(): boolean {
  return scopes.getStore()?.running === true;
}
