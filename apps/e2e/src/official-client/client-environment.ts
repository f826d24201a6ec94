import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Environment of a client: a separate home and working directory, and no connections off this machine. */
export class ClientEnvironment {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'orbweaver-client-'));
  private readonly outsideLog = path.join(this.directory, 'outside.log');

  /** Minimal variables: a client must not find the developer's API keys. */
  env(own: Record<string, string>): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.directory,
      USERPROFILE: this.directory,
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, 'loopback-only.cjs'))}`,
      OUTSIDE_LOG: this.outsideLog,
      ...own,
    };
  }

  /** Hosts other than 127.0.0.1 that clients tried to reach. */
  outsideHosts(): string[] {
    return existsSync(this.outsideLog) ? readFileSync(this.outsideLog, 'utf8').trim().split('\n') : [];
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
