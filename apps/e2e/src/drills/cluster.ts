import { rmSync } from 'node:fs';
import path from 'node:path';
import { ApiClient } from '../harness/api-client';
import { runCommand } from '../harness/run-admin';
import {
  findFreePort,
  killService,
  type Role,
  type ServiceProcess,
  spawnService,
  waitUntilReady,
} from '../harness/service-process';
import { commonEnv, egressEnv, frontierEnv, resultsEnv } from '../harness/settings';
import { BOOTSTRAP_KEY } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

/** A built checkout of the repository, and its name in the output. */
export interface Build {
  name: string;
  root: string;
}

type ServiceRole = Exclude<Role, 'standalone'>;

interface Running {
  build: Build;
  service: ServiceProcess;
}

/** Services of one or more builds on one Kafka and one Postgres. */
export class Cluster {
  private readonly directory = makeDirectory();
  private running: Running[] = [];
  private started = 0;

  constructor(
    private readonly brokers: string,
    private readonly databaseUrl: string,
  ) {}

  /** Migrates the database and creates topics. */
  async prepare(build: Build): Promise<void> {
    for (const command of [['migrate'], ['topics', 'create']]) await this.admin(build, command);
  }

  admin(build: Build, command: string[]): Promise<string> {
    return runCommand(command, this.storeEnv(), path.join(build.root, 'apps/admin/dist/main.js'));
  }

  async start(build: Build, role: ServiceRole): Promise<void> {
    const index = this.started++;
    const port = await findFreePort();
    const service = spawnService({
      role,
      index,
      entry: path.join(build.root, 'apps', role, 'dist/main.js'),
      env: { ...this.envOf(role), PORT: String(port), DATA_DIR: path.join(this.directory, `${role}-${index}`) },
      url: `http://127.0.0.1:${port}`,
      logFile: path.join(this.directory, `${role}-${index}.log`),
    });
    this.running.push({ build, service });
    await waitUntilReady(service);
  }

  /** Replaces one process after another: the new one is ready before the old one is stopped, as in Kubernetes. */
  async replace(role: ServiceRole, by: Build): Promise<void> {
    for (const old of this.running.filter((one) => one.service.role === role && one.build !== by)) {
      await this.start(by, role);
      // It receives no further requests.
      this.running = this.running.filter((one) => one !== old);
      await killService(old.service, 'SIGTERM');
    }
  }

  /** Kills all processes. */
  async kill(): Promise<void> {
    const all = this.running;
    this.running = [];
    await Promise.all(all.map(({ service }) => killService(service, 'SIGKILL')));
  }

  /** A client of the current gateways. */
  api(): ApiClient {
    const urls = this.running.filter(({ service }) => service.role === 'gateway').map(({ service }) => service.url);
    return new ApiClient(urls, BOOTSTRAP_KEY);
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map(({ service }) => killService(service, 'SIGTERM').catch(() => undefined)));
    for (const { service } of this.running) await killService(service, 'SIGKILL');
    if (process.env.ORBWEAVER_E2E_KEEP_FILES === undefined) rmSync(this.directory, { recursive: true, force: true });
  }

  private storeEnv(): Record<string, string> {
    return { ...commonEnv, KAFKA_BROKERS: this.brokers, DATABASE_URL: this.databaseUrl };
  }

  private envOf(role: ServiceRole): Record<string, string> {
    const kafkaEnv = { ...commonEnv, ...egressEnv, KAFKA_BROKERS: this.brokers };
    const storeEnv = { ...kafkaEnv, ...this.storeEnv() };
    if (role === 'renderer') return kafkaEnv;
    if (role === 'frontier') return { ...storeEnv, ...frontierEnv };
    return role === 'results' ? { ...storeEnv, ...resultsEnv } : { ...storeEnv, BOOTSTRAP_API_KEY: BOOTSTRAP_KEY };
  }
}
