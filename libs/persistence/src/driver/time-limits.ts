/**
 * Longest time for one statement; Postgres cancels it then. Statements read and write a few rows by an index and take
 * milliseconds; a second or two on a busy machine.
 */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** Added to the time limit of a statement before its connection counts as dead. Postgres should have cancelled it by then. */
export const ANSWER_MARGIN_MS = 2_000;

/** Waiting for a free connection, and opening one: name resolution, TCP, TLS and login. */
export const CONNECTION_TIMEOUT_MS = 10_000;

/** Longest time for one transaction. */
export const TRANSACTION_TIMEOUT_MS = 30_000;

/** Idle time after which Postgres rolls back a transaction. Otherwise the locks of a lost process last until TCP times out. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** Adding a partition scans the default partition, which may hold all rows after an upgrade. */
export const PARTITION_TIMEOUT_MS = 300_000;

/** Migrations without a limit of their own: those from before the limits, and indexes that are built concurrently. */
export const MIGRATION_TIMEOUT_MS = 6 * 3_600_000;

/** Idle time before TCP probes a connection; about ten seconds later a vanished peer is detected. */
export const KEEP_ALIVE_DELAY_MS = 10_000;
