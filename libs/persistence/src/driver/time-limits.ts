/** Postgres cancels longer statements. They use indexes and take milliseconds, or a second or two on a busy machine. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** Time after a statement's limit until its connection counts as dead. */
export const ANSWER_MARGIN_MS = 2_000;

/** For waiting for a connection, or opening one (DNS, TCP, TLS, login). */
export const CONNECTION_TIMEOUT_MS = 10_000;

export const TRANSACTION_TIMEOUT_MS = 30_000;

/** Postgres rolls back idle transactions. Otherwise the locks of a lost process would last until TCP times out. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** Adding a partition scans the default partition, which may contain all rows after an upgrade. */
export const PARTITION_TIMEOUT_MS = 300_000;

/** For migrations from before the limits, and concurrent index builds. */
export const MIGRATION_TIMEOUT_MS = 6 * 3_600_000;

/** Idle time before TCP keep-alive; a vanished peer is detected about ten seconds later. */
export const KEEP_ALIVE_DELAY_MS = 10_000;
