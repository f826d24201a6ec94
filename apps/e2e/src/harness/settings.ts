import { BOOTSTRAP_KEY, WEBHOOK_SECRET } from './system';

/** Settings of every process of the system under test. */
export const commonEnv: Record<string, string> = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
};

/** A denied address of the loopback network. */
export const CLOSED_ADDRESS = '127.0.0.66';

/** Allows the loopback network, where the fixture site is. */
export const egressEnv: Record<string, string> = { EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: CLOSED_ADDRESS };

export const WEBHOOK_HOST_CONCURRENCY = 2;

export const WEBHOOK_TIMEOUT_MS = 4_000;

/** Gateways show each team the secret that results signs with. */
export const gatewayEnv: Record<string, string> = { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY, WEBHOOK_SECRET };

/** Short retries, and few delivery slots. */
export const resultsEnv: Record<string, string> = {
  WEBHOOK_SECRET,
  WEBHOOK_RETRY_SCHEDULE: '1s,2s,4s',
  WEBHOOK_TIMEOUT: `${WEBHOOK_TIMEOUT_MS}ms`,
  WEBHOOK_CONCURRENCY: '8',
  WEBHOOK_HOST_CONCURRENCY: String(WEBHOOK_HOST_CONCURRENCY),
};

/** Leases of a killed renderer expire within the time of a test. */
export const frontierEnv: Record<string, string> = { FRONTIER_LEASE_ALLOWANCE: '3s' };
