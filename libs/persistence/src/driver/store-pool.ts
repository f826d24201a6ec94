import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { SilentConnectionError, StoreClient, streamOf, withStoreErrors } from './store-client';

/**
 * Connections to one Postgres. When one is silent, idle ones are closed too, because each would delay a statement by
 * its time limit.
 */
export class StorePool extends Pool {
  private readonly idle = new Set<PoolClient>();

  constructor(config: PoolConfig & { silenceMs?: number; pipeline?: boolean }) {
    super({ ...config, Client: StoreClient as unknown as PoolConfig['Client'] });
    this.on('error', () => undefined);
    this.on('connect', (client) => {
      client.on('error', (error) => {
        if (error instanceof SilentConnectionError) this.closeIdle();
      });
    });
    this.on('acquire', (client) => this.idle.delete(client));
    this.on('release', (_, client) => this.idle.add(client));
    this.on('remove', (client) => this.idle.delete(client));
  }

  override readonly connect = ((...parameters: unknown[]) =>
    withStoreErrors(parameters, (given) => super.connect(...(given as [never])))) as Pool['connect'];

  /** Checks that Postgres responds within `limitMs`, excluding the wait for a connection. */
  async ping(limitMs: number): Promise<void> {
    const client = (await this.connect()) as PoolClient & StoreClient;
    try {
      await client.within(limitMs, () => client.query('SELECT 1'));
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  private closeIdle(): void {
    const clients = [...this.idle];
    this.idle.clear();
    for (const client of clients) {
      streamOf(client).destroy(new SilentConnectionError('Postgres does not respond'));
    }
  }
}
