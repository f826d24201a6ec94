import type { DynamicModule } from '@nestjs/common';
import type { ConfigSchema } from './config/config';

export type ServiceName = 'gateway' | 'frontier' | 'renderer' | 'results';

/** A service that runProcess can start, alone or with others. `C` is its parsed configuration. */
export interface Service<C = unknown> {
  name: ServiceName;
  /** One described field per environment variable, with a default that works in standalone. */
  config: ConfigSchema<C>;
  /**
   * The root module; the platform's providers (tokens.ts) are global in it. Declared as a method so that services with
   * different configurations fit in one list.
   */
  module(config: C): DynamicModule;
  /** false: the process opens no database for this service (renderers have no secrets). */
  database: boolean;
  /** Access to document contents. Absent: the process gets no object store key for this service. */
  contents?: 'reads' | 'writes';
  /** How its `@EventPattern` handlers consume: once per group, in each process, or not at all. */
  audience: 'shared' | 'each' | 'nothing';
  /**
   * true: the consumer leaves its group as soon as the process stops, so that other processes take the remaining
   * messages. Delayed while callers of this process wait for pages.
   */
  leavesEarly?: boolean;
  http: boolean;
  /**
   * Whether an unhandled rejection is harmless, for libraries that leave some. It is logged; any other ends the
   * process.
   */
  survives?(rejection: unknown): boolean;
}

export function defineService<C>(service: Service<C>): Service<C> {
  return service;
}
