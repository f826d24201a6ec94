import { WEBHOOK_SECRET } from './system';

/** What every process of the system under test is told, whatever it is. */
export const commonEnv: Record<string, string> = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
};

/** On the loopback network as the fixture is, and closed. */
export const CLOSED_ADDRESS = '127.0.0.66';

/** Whoever reaches the web may reach the fixture: the loopback network is refused otherwise. */
export const egressEnv: Record<string, string> = { EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: CLOSED_ADDRESS };

/** Of WEBHOOK_CONCURRENCY. */
export const WEBHOOK_HOST_CONCURRENCY = 2;

/** Webhooks that were not taken are tried again within the patience of a test, and few jobs make use of all places. */
export const resultsEnv: Record<string, string> = {
  WEBHOOK_SECRET,
  WEBHOOK_RETRY_SCHEDULE: '1s,2s,4s',
  WEBHOOK_CONCURRENCY: '8',
  WEBHOOK_HOST_CONCURRENCY: String(WEBHOOK_HOST_CONCURRENCY),
};

/** The pages of a killed renderer are given to another within the patience of a test. */
export const frontierEnv: Record<string, string> = { FRONTIER_LEASE_ALLOWANCE_MS: '3000' };
