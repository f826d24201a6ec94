import type { DynamicModule } from '@nestjs/common';
import type { ConfigSchema } from './config/config';

export type ServiceName = 'gateway' | 'frontier' | 'renderer' | 'results';

/**
 * A service as a value: everything runProcess needs to start it, alone or beside others.
 * `C` is its configuration as parsed.
 */
export interface Service<C = unknown> {
  name: ServiceName;
  /** One field per environment variable, named like it; each with a default that works standalone and a description. */
  config: ConfigSchema<C>;
  /**
   * The root module. The platform's providers (tokens.ts) are global in it.
   * A method, not a function property: services of different configurations stand in one list.
   */
  module(config: C): DynamicModule;
  /** false: the process gets no database handle from this service (renderers hold no secrets). */
  database: boolean;
  /**
   * Whether it reads contents of documents, or writes them too; absent: neither, and the process gets no key to an object
   * store from this service.
   */
  contents?: 'reads' | 'writes';
  /** How its `@EventPattern` handlers listen; `nothing` for a service without any. */
  audience: 'shared' | 'each' | 'nothing';
  /**
   * true: its consumer leaves its group as soon as the process stops, so that messages which it has not taken go to
   * other processes while it finishes its work. It stays in its group while callers of the same process wait for pages.
   */
  leavesEarly?: boolean;
  /** true: its controllers are served on PORT. Health and metrics are served by every process. */
  http: boolean;
  /**
   * Whether an unawaited rejection is harmless: a library of the service leaves some behind, of calls whose outcome no
   * longer matters. It is logged, and the process goes on; any other such rejection ends the process.
   */
  survives?(rejection: unknown): boolean;
}

export function defineService<C>(service: Service<C>): Service<C> {
  return service;
}
