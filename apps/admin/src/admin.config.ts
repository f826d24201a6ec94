import { ConfigError, loadConfigs, platformConfig } from '@orbweaver/platform';
import type { z } from 'zod';

const adminConfig = platformConfig.pick({
  DATABASE_URL: true,
  KAFKA_BROKERS: true,
  KAFKA_SSL: true,
  KAFKA_SASL_MECHANISM: true,
  KAFKA_SASL_USERNAME: true,
  KAFKA_SASL_PASSWORD: true,
});

export type AdminConfig = z.infer<typeof adminConfig>;

/** The same variables as the services read. @throws ConfigError */
export function loadAdminConfig(environment: NodeJS.ProcessEnv): AdminConfig {
  return loadConfigs({ admin: adminConfig }, environment).admin;
}

/** @throws ConfigError when it is not set */
export function requireSetting<K extends keyof AdminConfig>(
  config: AdminConfig,
  name: K,
  example: string,
): NonNullable<AdminConfig[K]> {
  const value = config[name];
  if (value === undefined || value === null) throw new ConfigError([`${name}: set it, for example to ${example}`]);
  return value;
}
