import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolConfig } from 'pg';
import { connectionSettings } from './driver/connection-settings';
import { runTransaction, type Transaction, type TransactionOptions } from './driver/run-transaction';
import { type Queryable, statementsOf, typeParsers } from './driver/statements';
import { StorePool } from './driver/store-pool';
import {
  ANSWER_MARGIN_MS,
  CONNECTION_TIMEOUT_MS,
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  KEEP_ALIVE_DELAY_MS,
  STATEMENT_TIMEOUT_MS,
} from './driver/time-limits';
import { Prisma, PrismaClient } from './generated/client';

export { Prisma, type Queryable, type Transaction };

/**
 * Prisma's client for models; the driver for raw statements and transactions, because Prisma's engine is several times
 * slower and encodes bytes as text.
 */
export interface Database extends Omit<PrismaClient, '$transaction' | '$queryRaw' | '$executeRaw'>, Queryable {
  $transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  readonly prisma: PrismaClient;
  connections(): { open: number; idle: number; waiting: number };
  /**
   * Checks that Postgres responds within `limitMs`, excluding the wait for a connection. Otherwise closes the
   * connection.
   * @throws StoreUnavailableError
   */
  ping(limitMs: number): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Maximum connections. The sum over all processes must be below Postgres's max_connections. */
  poolSize: number;
  name?: string;
  /**
   * A pooler assigns each transaction another connection: nothing is prepared or pipelined, and session settings must
   * be set on the role.
   */
  behindPooler?: boolean;
  /** Default limit of statements without their own. Behind a pooler the role's limit applies too. */
  statementTimeoutMs?: number;
  /** PEM texts of trusted certificate authorities for TLS connections. Default: Node's. */
  authorities?: readonly string[] | undefined;
}

export const SESSION_SETTINGS = Object.entries({
  // The adapter uses times without a zone.
  TimeZone: 'UTC',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  // Every statement has an index for its few rows. Missing or stale statistics of a new job must not cause a
  // sequential or bitmap scan.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // Planning hot statements costs more than running them, and each has one plan for all values.
  plan_cache_mode: 'force_generic_plan',
  // Disabled plan nodes have enormous costs, which would trigger compilation.
  jit: 'off',
});

export const sessionOptions = SESSION_SETTINGS.map(([name, value]) => `-c ${name}=${value}`).join(' ');

/** Opens a lazy pool: the first statement fails if the database is unavailable. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, name, behindPooler = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const config: StorePoolConfig = {
    ...connectionSettings(url, options.authorities),
    max: poolSize,
    ...(name === undefined ? {} : { application_name: name }),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    silenceMs: statementTimeoutMs + ANSWER_MARGIN_MS,
  };
  if (behindPooler) return openPool(config, { isDirect: false });
  return openPool({ ...config, options: `${sessionOptions} -c statement_timeout=${statementTimeoutMs}` });
}

type StorePoolConfig = PoolConfig & { silenceMs?: number };

/**
 * Like openDatabase, with other settings. `watch` receives the pool before it connects. `isDirect`: without a pooler,
 * which allows preparing and pipelining.
 */
export function openPool(
  config: StorePoolConfig,
  { isDirect = true, watch = () => undefined }: { isDirect?: boolean; watch?: (pool: Pool) => void } = {},
): Database {
  const pool = new StorePool({ ...config, types: typeParsers, pipeline: isDirect });
  watch(pool);
  const adapter = new PrismaPg(pool as unknown as ConstructorParameters<typeof PrismaPg>[0], {
    disposeExternalPool: true,
  });
  const prisma = new PrismaClient({ adapter });
  const own = {
    prisma,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: (limitMs: number) => pool.ping(limitMs),
    ...statementsOf(pool, isDirect),
    $transaction: <T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions) =>
      runTransaction(pool, isDirect, work, options),
    $disconnect: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
  return new Proxy(own, {
    get: (target, name) => Reflect.get(name in target ? target : prisma, name),
  }) as unknown as Database;
}
