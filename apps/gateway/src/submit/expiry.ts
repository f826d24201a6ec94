import type { GatewayConfig } from '../gateway.config';

/** When a job that starts now can no longer be read. */
export function expiryOf(config: GatewayConfig): Date {
  return new Date(Date.now() + config.JOB_TTL);
}
