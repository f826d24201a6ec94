import { BOOTSTRAP_KEY, WEBHOOK_SECRET } from './system';

/** Settings of every process of the system under test. */
export const commonEnv: Record<string, string> = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
};

/** On the loopback network like the fixture site, but closed. */
export const CLOSED_ADDRESS = '127.0.0.66';

/** Opens the loopback network, which is refused otherwise: the fixture site lies there. */
export const egressEnv: Record<string, string> = { EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: CLOSED_ADDRESS };

/** How many of WEBHOOK_CONCURRENCY one endpoint gets. */
export const WEBHOOK_HOST_CONCURRENCY = 2;

/** How long a receiver of webhooks may be silent. */
export const WEBHOOK_TIMEOUT_MS = 4_000;

/** Gateways show each team the webhook secret that results signs with. */
export const gatewayEnv: Record<string, string> = { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY, WEBHOOK_SECRET };

/** Failed webhooks are retried within the time of a test, and few jobs use all places. */
export const resultsEnv: Record<string, string> = {
  WEBHOOK_SECRET,
  WEBHOOK_RETRY_SCHEDULE: '1s,2s,4s',
  WEBHOOK_TIMEOUT: `${WEBHOOK_TIMEOUT_MS}ms`,
  WEBHOOK_CONCURRENCY: '8',
  WEBHOOK_HOST_CONCURRENCY: String(WEBHOOK_HOST_CONCURRENCY),
};

/** The pages of a killed renderer are leased again within the time of a test. */
export const frontierEnv: Record<string, string> = { FRONTIER_LEASE_ALLOWANCE: '3s' };
