import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<{ running: boolean }>();

export async function runInsideDelivery<T>(handle: () => Promise<T>): Promise<T> {
  const scope = { running: true };
  try {
    return await scopes.run(scope, handle);
  } finally {
    // Work that outlives the handler does not delay its delivery.
    scope.running = false;
  }
}

export function isInsideDelivery(): boolean {
  return scopes.getStore()?.running === true;
}
