import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../config/config';
import type { PlatformConfig } from '../config/platform.config';

type Listening = Pick<PlatformConfig, 'PORT' | 'HOST'>;

/** Checks, before anything is started, that PORT can be listened on. @throws ConfigError as refuseToListen */
export async function refuseTakenPort(config: Listening): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.PORT, config.HOST);
    await once(probe, 'listening');
  } catch (error) {
    refuseToListen(config, error);
  }
  probe.close();
  await once(probe, 'close');
}

/** @throws ConfigError when PORT or HOST is wrong, else the error as it is */
export function refuseToListen({ PORT, HOST }: Listening, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') throw new ConfigError([`PORT: ${PORT} is taken by another process; set another one`]);
  if (code === 'EADDRNOTAVAIL') throw new ConfigError([`HOST: ${HOST} is no address of this machine`]);
  throw error;
}
