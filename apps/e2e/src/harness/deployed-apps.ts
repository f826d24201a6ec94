import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeProcess, startBesideKafka, type Unstarted } from './beside-kafka';
import { confinement, findFreePort, type Role, type ServiceProcess, spawnService } from './service-process';
import { egressEnv, gatewayEnv, resultsEnv } from './settings';
import { System } from './system';
import { makeDirectory, repositoryRoot } from './workspace';

const execute = promisify(execFile);

export const DEPLOYED = ['service', 'renderer'] as const;
export type DeployedApp = (typeof DEPLOYED)[number];

/** What the images are made of, each in a folder of its own that nobody can write to. */
export class DeployedApps {
  private constructor(readonly directory: string) {}

  /** By the command that the Dockerfiles run. */
  static async make(): Promise<DeployedApps> {
    const directory = makeDirectory();
    const script = path.join(repositoryRoot, 'libs/tooling/scripts/deploy-app.mjs');
    const deployed = DEPLOYED.map((app) => execute(process.execPath, [script, app, path.join(directory, app)]));
    await Promise.all(deployed);
    chmodFolders(directory, 0o555);
    return new DeployedApps(directory);
  }

  entryOf(app: DeployedApp): string {
    return path.join(this.directory, app, 'dist/main.js');
  }

  /** Runs the image that has several roles with these arguments until it ends. Rejects unless the status is 0. */
  async runService(args: string[], env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
    const options = { ...confinement(path.join(this.directory, 'service')), env };
    return execute(process.execPath, [this.entryOf('service'), ...args], options);
  }

  /** Runs the command that operators type in a container, and gives what it printed. */
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
  /** Of a process that reaches the database and the broker. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** One process of each service from the deployed folders. */
export function startDeployment(apps: DeployedApps): Promise<RunningDeployment> {
  return startBesideKafka(async (surroundings) => {
    const { directory, kafkaEnv, storeEnv: env } = surroundings;
    await apps.runService(['admin', 'migrate'], env);
    await apps.runService(['admin', 'topics', 'create'], kafkaEnv);
    const service = (role: Role, settings: Record<string, string>): Promise<Unstarted> =>
      describeProcess(surroundings, {
        role,
        index: 0,
        ...(role === 'renderer'
          ? { entry: apps.entryOf('renderer') }
          : { entry: apps.entryOf('service'), args: [role] }),
        env: { ...settings, ...egressEnv },
        confined: true,
      });
    // As in the image of the renderer, where a browser is at hand and HOME can be written to.
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

/** Starts a program in a user namespace of its own in which there can be no further ones. */
const WITHOUT_NAMESPACES = [
  'exec unshare --user --map-current-user --keep-caps sh -c',
  `'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all --ambient-caps=-all "$@"' sh "$@"`,
].join(' ');

/** Whether an ordinary user of this machine can make the namespaces that the browser's sandbox consists of. */
export function machineAllowsSandbox(): boolean {
  return spawnSync('unshare', ['--user', '--net', 'true'], confinement('/')).status === 0;
}

/** The renderer of a deployment once more, where no namespaces can be made. It may never be ready. */
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

/** The one that is configured, or a program that starts the one from npm with its libraries: no deployed folder has it. */
async function browserFor(directory: string): Promise<string> {
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

/** Not files: they may be links to those of pnpm's store, which have the same mode. */
function chmodFolders(folder: string, mode: number): void {
  chmodSync(folder, mode);
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (existsSync(entry) && lstatSync(entry).isDirectory()) chmodFolders(entry, mode);
  }
}
