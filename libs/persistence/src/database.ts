import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolConfig } from 'pg';
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
 * Prisma's client for models, and the driver itself for raw statements and transactions: a raw statement through
 * Prisma's engine costs several times what the driver takes for it, and sends bytes as text.
 */
export interface Database extends Omit<PrismaClient, '$transaction' | '$queryRaw' | '$executeRaw'>, Queryable {
  /** Runs `work` in a transaction, which ends with it: committed when it resolves, rolled back when it rejects. */
  $transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** For models in a transaction. */
  readonly prisma: PrismaClient;
  /** Of the pool: how many are open, how many of these idle, and how many callers wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  /**
   * Checks that Postgres answers within `limitMs`, excluding the wait for a connection. Closes the connection otherwise.
   * @throws StoreUnavailableError
   */
  ping(limitMs: number): Promise<void>;
}

export interface DatabaseOptions {
  /** postgresql://… */
  url: string;
  /** Connections held at most. The sum over all processes must stay below Postgres' max_connections. */
  poolSize: number;
  /** Tells the process's connections from others in pg_stat_activity. */
  name?: string;
  /**
   * A pooler stands before Postgres and gives each transaction any of its connections. Nothing is prepared then,
   * statements are sent one by one, and the session's settings must be the role's.
   */
  behindPooler?: boolean;
  /** Limit for each statement outside a transaction with its own limit. Behind a pooler the limit of the role applies too. */
  statementTimeoutMs?: number;
}

/** As pg_settings shows them. */
export const SESSION_SETTINGS = Object.entries({
  // The adapter writes and reads times without a zone, so any other zone of the server would shift them.
  TimeZone: 'UTC',
  // Milliseconds.
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  // Every statement has an index that leads to its few rows. Statistics of a new job are stale or missing and must not
  // lead elsewhere: to reading a whole table because most of it seems to fit, or to a bitmap, which has no order, so
  // that Postgres collects and sorts all rows of a job for the first hundred.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // Hot statements are prepared, and planning them again costs more than running them. As each has one way to its rows,
  // the plan that is made without its values is as good.
  plan_cache_mode: 'force_generic_plan',
  // A plan that needs a disabled node gets an enormous cost, and older servers would compile it for that.
  jit: 'off',
});

/** For the connection's `options`. */
export const sessionOptions = SESSION_SETTINGS.map(([name, value]) => `-c ${name}=${value}`).join(' ');

/** Opens a pool lazily: the first statement fails if the database is unavailable. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, name, behindPooler = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const config: StorePoolConfig = {
    connectionString: url,
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
 * The same with settings of one's own. `watch` is called with the pool before it connects. `isDirect`: no pooler stands
 * before Postgres, so that statements are prepared and share round trips.
 */
export function openPool(
  config: StorePoolConfig,
  { isDirect = true, watch = () => undefined }: { isDirect?: boolean; watch?: (pool: Pool) => void } = {},
): Database {
  const pool = new StorePool({ ...config, types: typeParsers, pipeline: isDirect });
  watch(pool);
  // The adapter has other, later types of the same class.
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
