import type { Socket } from 'node:net';
import { StoreUnavailableError } from '@orbweaver/core';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { toStoreError } from './store-unavailable';
import { ANSWER_MARGIN_MS, STATEMENT_TIMEOUT_MS } from './time-limits';

/** No data arrived on an open connection for longer than any statement may take. */
export class SilentConnectionError extends StoreUnavailableError {}

type Callback = (error: unknown, ...rest: unknown[]) => unknown;

/**
 * A connection that is closed when a statement waits and no data arrives for `silenceMs`: after a failover, connections
 * to the old address may remain open and silent. Translates errors with toStoreError.
 */
export class StoreClient extends Client {
  /** Maximum time without data while a statement is running. */
  private silenceMs: number;

  constructor(config: ClientConfig & { silenceMs?: number }) {
    super(config);
    this.silenceMs = config.silenceMs ?? STATEMENT_TIMEOUT_MS + ANSWER_MARGIN_MS;
    this.once('connect', () => streamOf(this).on('timeout', () => this.closeUnlessRead()));
    this.on('drain', () => streamOf(this).setTimeout(0));
  }

  override readonly connect = ((...parameters: unknown[]) =>
    withStoreErrors(parameters, (given) => super.connect(...(given as [never])))) as Client['connect'];

  override readonly query = ((...parameters: unknown[]) => {
    streamOf(this).setTimeout(this.silenceMs);
    return withStoreErrors(parameters, (given) => super.query(...(given as [never])));
  }) as Client['query'];

  override readonly end = ((...parameters: unknown[]) => {
    // A dead peer does not acknowledge Terminate.
    streamOf(this).setTimeout(ANSWER_MARGIN_MS);
    return super.end(...(parameters as [never]));
  }) as Client['end'];

  async within<T>(silenceMs: number, work: () => Promise<T>): Promise<T> {
    const before = this.silenceMs;
    this.silenceMs = silenceMs;
    try {
      return await work();
    } finally {
      this.silenceMs = before;
    }
  }

  private closeUnlessRead(): void {
    const stream = streamOf(this);
    const { bytesRead } = stream;
    // The response may be unread if this process was blocked.
    setImmediate(() => {
      if (stream.bytesRead > bytesRead) return;
      stream.destroy(new SilentConnectionError('Postgres does not respond'));
    });
  }
}

export const streamOf = (client: ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

export function withStoreErrors(parameters: readonly unknown[], act: (parameters: unknown[]) => unknown): unknown {
  const callback = parameters.at(-1);
  if (typeof callback === 'function') {
    const translated: Callback = (error, ...rest) => (callback as Callback)(error && toStoreError(error), ...rest);
    return act([...parameters.slice(0, -1), translated]);
  }
  const result = act([...parameters]);
  if (!(result instanceof Promise)) return result;
  return result.catch((error: unknown) => {
    throw toStoreError(error);
  });
}
