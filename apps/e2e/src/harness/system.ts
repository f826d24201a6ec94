import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processesNaming } from '@orbweaver/testing';
import { ApiClient } from './api-client';
import {
  isAlive,
  killService,
  type Role,
  type ServiceProcess,
  spawnService,
  waitUntilEnded,
  waitUntilReady,
} from './service-process';

export type SystemKind = 'standalone' | 'kafka';

export const BOOTSTRAP_KEY = 'e2e-key-of-the-first-team';
export const WEBHOOK_SECRET = 'e2e-webhook-secret';

interface SystemState {
  kind: SystemKind;
  directory: string;
  processes: ServiceProcess[];
}

/** Names the state file of the system that globalSetup started. */
const STATE_VARIABLE = 'ORBWEAVER_E2E_STATE';

/**
 * The system under test as processes. Its state is in a file, because suites replace processes and do not share memory
 * with the setup.
 */
export class System {
  private constructor(
    private readonly stateFile: string,
    private state: SystemState,
  ) {}

  /** Starts the stages in order, each after the processes of the previous one are ready. */
  static async start(kind: SystemKind, directory: string, stages: Omit<ServiceProcess, 'pid'>[][]): Promise<System> {
    const system = new System(path.join(directory, 'state.json'), { kind, directory, processes: [] });
    try {
      for (const stage of stages) {
        const started = stage.map(spawnService);
        system.state.processes.push(...started);
        system.save();
        await Promise.all(started.map(waitUntilReady));
      }
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  /** The system of all suites. */
  static shared(): System {
    const file = process.env[STATE_VARIABLE];
    if (file === undefined)
      throw new Error(
        'No system is running. Start the suites with npm test -- e2e-standalone or npm test -- e2e-kafka.',
      );
    return new System(file, JSON.parse(readFileSync(file, 'utf8')) as SystemState);
  }

  share(): void {
    process.env[STATE_VARIABLE] = this.stateFile;
  }

  get kind(): SystemKind {
    return this.state.kind;
  }

  get directory(): string {
    return this.state.directory;
  }

  get baseUrls(): string[] {
    return this.processes('gateway', 'standalone').map((service) => service.url);
  }

  api(apiKey = BOOTSTRAP_KEY): ApiClient {
    return new ApiClient(this.baseUrls, apiKey);
  }

  process(role: Role, index = 0): ServiceProcess {
    const found = this.processes(role)[index];
    if (found === undefined) throw new Error(`No process ${role} ${index}`);
    return found;
  }

  /** Signals the process, not its children. */
  async kill(role: Role, index = 0, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await killService(this.process(role, index), signal);
  }

  /** Restarts the process with the same port, directories and settings, plus those given. */
  async restart(role: Role, index = 0, settings: Record<string, string> = {}): Promise<void> {
    const old = this.process(role, index);
    const again = spawnService({ ...old, env: { ...old.env, ...settings } });
    this.state.processes = this.state.processes.map((service) => (service === old ? again : service));
    this.save();
    await waitUntilReady(again);
  }

  /** Stops all processes, kills those that hang, and removes the files. */
  async stop(): Promise<void> {
    this.state = System.read(this.stateFile) ?? this.state;
    const processes = [...this.state.processes].reverse();
    await Promise.all(processes.map(stopService));
    for (const left of processesNaming(this.state.directory)) process.kill(left.pid, 'SIGKILL');
    if (process.env.ORBWEAVER_E2E_KEEP_FILES === undefined)
      rmSync(this.state.directory, { recursive: true, force: true });
  }

  /** Stops the processes of the roles and restarts them with other settings. */
  async reconfigure(roles: readonly Role[], settings: Record<string, string>): Promise<void> {
    await Promise.all(
      this.processes(...roles).map(async ({ role, index }) => {
        await this.kill(role, index, 'SIGTERM');
        await this.restart(role, index, settings);
      }),
    );
  }

  private processes(...roles: Role[]): ServiceProcess[] {
    return this.state.processes.filter((service) => roles.includes(service.role));
  }

  private save(): void {
    writeFileSync(this.stateFile, JSON.stringify(this.state, null, 2));
  }

  private static read(file: string): SystemState | undefined {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as SystemState;
    } catch {
      return undefined;
    }
  }
}

const STOPS_WITHIN_MS = 15_000;

async function stopService(service: ServiceProcess): Promise<void> {
  if (!isAlive(service.pid)) return;
  process.kill(service.pid, 'SIGTERM');
  try {
    await waitUntilEnded(service.pid, STOPS_WITHIN_MS);
  } catch {
    process.stderr.write(`${service.role} ${service.index} did not exit within ${STOPS_WITHIN_MS} ms and is killed\n`);
    process.kill(-service.pid, 'SIGKILL');
  }
}
