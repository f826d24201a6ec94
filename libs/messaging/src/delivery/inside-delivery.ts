import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<{ running: boolean }>();

/** Runs a handler; what it calls can find out that a delivery waits for it. */
export async function runInsideDelivery<T>(handle: () => Promise<T>): Promise<T> {
  const scope = { running: true };
  try {
    return await scopes.run(scope, handle);
  } finally {
    // No delivery waits for the work that the handler has left behind.
    scope.running = false;
  }
}

export function isInsideDelivery(): boolean {
  return scopes.getStore()?.running === true;
}
