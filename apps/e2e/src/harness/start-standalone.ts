import path from 'node:path';
import { findFreePort } from './service-process';
import { commonEnv, egressEnv, frontierEnv, gatewayEnv, resultsEnv } from './settings';
import { System } from './system';
import { entryOf, makeDirectory } from './workspace';

/**
 * Starts all services in one process on embedded Postgres. `settings` override the common environment; `directory` is
 * removed when the system stops. `through` is a program with arguments that starts the process.
 */
export async function startStandalone(
  settings: Record<string, string> = {},
  directory = makeDirectory(),
  through?: string[],
): Promise<System> {
  const port = settings.PORT ?? (await findFreePort());
  return System.start('standalone', directory, [
    [
      {
        role: 'standalone',
        index: 0,
        entry: entryOf('standalone'),
        env: {
          ...commonEnv,
          ...egressEnv,
          ...resultsEnv,
          ...gatewayEnv,
          ...frontierEnv,
          PORT: String(port),
          DATA_DIR: path.join(directory, 'data'),
          ...settings,
        },
        url: `http://127.0.0.1:${port}`,
        logFile: path.join(directory, 'standalone.log'),
        ...(through === undefined ? {} : { through }),
      },
    ],
  ]);
}
