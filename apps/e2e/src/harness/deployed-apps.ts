import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeProcess, type ProcessDescription, startWithKafka } from './kafka-environment';
import { confinement, findFreePort, type Role, type ServiceProcess, spawnService } from './service-process';
import { egressEnv, gatewayEnv, resultsEnv } from './settings';
import { System } from './system';
import { makeDirectory, repositoryRoot } from './workspace';

const execute = promisify(execFile);

export const DEPLOYED = ['service', 'renderer', 'standalone'] as const;
export type DeployedApp = (typeof DEPLOYED)[number];

/** The folders of the images, all read-only. */
export class DeployedApps {
  private constructor(readonly directory: string) {}

  /** Runs the command of the Dockerfiles. */
  static async make(apps: readonly DeployedApp[] = DEPLOYED): Promise<DeployedApps> {
    const directory = makeDirectory();
    const script = path.join(repositoryRoot, 'libs/tooling/scripts/deploy-app.mjs');
    const deployed = apps.map((app) => execute(process.execPath, [script, app, path.join(directory, app)]));
    await Promise.all(deployed);
    chmodFolders(directory, 0o555);
    return new DeployedApps(directory);
  }

  entryOf(app: DeployedApp): string {
    return path.join(this.directory, app, 'dist/main.js');
  }

  /** Runs the service image with these arguments. Rejects unless it exits with 0. */
  async runService(args: string[], env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
    const options = { ...confinement(path.join(this.directory, 'service')), env };
    return execute(process.execPath, [this.entryOf('service'), ...args], options);
  }

  /** Runs the `orbweaver` command of the container and returns its output. */
  async runOrbweaver(args: string[], env: Record<string, string>): Promise<string> {
    const folder = path.join(this.directory, 'service');
    const program = path.join(folder, 'node_modules/@orbweaver/admin/bin/orbweaver.cjs');
    const PATH = path.dirname(process.execPath);
    const { stdout } = await execute(program, args, { ...confinement(folder), env: { ...env, PATH } });
    return stdout;
  }

  remove(): void {
    chmodFolders(this.directory, 0o755);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export interface RunningDeployment {
  system: System;
  /** Environment with database and broker. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts one process of each service from the deployed folders. */
export function startDeployment(apps: DeployedApps): Promise<RunningDeployment> {
  return startWithKafka(async (environment) => {
    const { directory, kafkaEnv, storeEnv: env } = environment;
    await apps.runService(['admin', 'migrate'], env);
    await apps.runService(['admin', 'topics', 'create'], kafkaEnv);
    const service = (role: Role, settings: Record<string, string>): Promise<ProcessDescription> =>
      describeProcess(environment, {
        role,
        index: 0,
        ...(role === 'renderer'
          ? { entry: apps.entryOf('renderer') }
          : { entry: apps.entryOf('service'), args: [role] }),
        env: { ...settings, ...egressEnv },
        confined: true,
      });
    // Like the renderer image, which has a browser and a writable HOME.
    const browserEnv = { CHROMIUM_PATH: await browserFor(directory), HOME: '/tmp' };
    const system = await System.start('kafka', directory, [
      [
        await service('results', { ...env, ...resultsEnv }),
        await service('renderer', { ...kafkaEnv, ...browserEnv }),
        await service('frontier', env),
        await service('gateway', { ...env, ...gatewayEnv }),
      ],
    ]);
    return { system, env };
  });
}

/** Runs a program in a user namespace that cannot create further ones. */
const WITHOUT_NAMESPACES = [
  'exec unshare --user --map-current-user --keep-caps sh -c',
  `'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all --ambient-caps=-all "$@"' sh "$@"`,
].join(' ');

/** Whether users of this machine may create the namespaces of the browser's sandbox. */
export function machineAllowsSandbox(): boolean {
  return spawnSync('unshare', ['--user', '--net', 'true'], confinement('/')).status === 0;
}

/** Starts another renderer of the deployment without namespaces. It may never become ready. */
export async function startUnsandboxedRenderer(
  { system }: RunningDeployment,
  settings: Record<string, string>,
): Promise<ServiceProcess> {
  const port = await findFreePort();
  const renderer = system.process('renderer');
  return spawnService({
    ...renderer,
    index: 1,
    env: { ...renderer.env, ...settings, PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    logFile: path.join(system.directory, `unsandboxed-${port}.log`),
    ...(machineAllowsSandbox() && { through: ['/bin/sh', '-c', WITHOUT_NAMESPACES, 'sh'] }),
  });
}

/** The configured browser, or a script that starts the one from npm: the deployed folders contain none. */
export async function browserFor(directory: string): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const module = path.join(repositoryRoot, 'apps/renderer/dist/browser/supply/shipped-browser.js');
  const script = `require(${JSON.stringify(module)}).unpackShippedBrowser(${JSON.stringify(directory)}).then((browser) => console.log(JSON.stringify(browser)))`;
  const { stdout } = await execute(process.execPath, ['-e', script]);
  if (stdout.trim() === 'undefined') throw new Error('npm has no browser for this system: CHROMIUM_PATH must name one');
  const { executablePath, env } = JSON.parse(stdout) as { executablePath: string; env: Record<string, string> };
  const program = path.join(directory, 'chromium');
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}' `);
  writeFileSync(program, `#!/bin/sh\n${settings.join('')}exec '${executablePath}' "$@"\n`, { mode: 0o755 });
  chmodSync(directory, 0o755);
  return program;
}

/** Folders only: files may be hard links into pnpm's store. */
function chmodFolders(folder: string, mode: number): void {
  chmodSync(folder, mode);
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (existsSync(entry) && lstatSync(entry).isDirectory()) chmodFolders(entry, mode);
  }
}
