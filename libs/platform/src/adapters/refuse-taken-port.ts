import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../config/config';
import type { PlatformConfig } from '../config/platform.config';

export interface Listening {
  variable: 'PORT' | 'METRICS_PORT' | 'ADMIN_PORT';
  port: number;
  host: string;
}

/** PORT, and METRICS_PORT if set. @throws ConfigError if they are equal */
export function listeningOf({ PORT, METRICS_PORT, HOST: host }: PlatformConfig): [Listening, Listening?] {
  const onPort: Listening = { variable: 'PORT', port: PORT, host };
  if (METRICS_PORT === undefined) return [onPort];
  if (METRICS_PORT === PORT && PORT !== 0) throw new ConfigError(['METRICS_PORT: must differ from PORT']);
  return [onPort, { variable: 'METRICS_PORT', port: METRICS_PORT, host }];
}

/** Fails before anything is started if a port cannot be bound. @throws ConfigError */
export async function refuseTakenPorts(config: PlatformConfig): Promise<void> {
  for (const listening of listeningOf(config)) if (listening !== undefined) await refuseTakenPort(listening);
}

async function refuseTakenPort(listening: Listening): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(listening.port, listening.host);
    await once(probe, 'listening');
  } catch (error) {
    refuseToListen(listening, error);
  }
  probe.close();
  await once(probe, 'close');
}

/** @throws ConfigError if the port or HOST is invalid or in use, otherwise the error itself */
export function refuseToListen({ variable, port, host }: Listening, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    throw new ConfigError([`${variable}: ${port} is in use by another process; set another port`]);
  if (code === 'EADDRNOTAVAIL') throw new ConfigError([`HOST: ${host} is not an address of this machine`]);
  throw error;
}
