import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a client runs: a home and a working directory of its own, and no way out of the machine. */
export class ClientEnvironment {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'orbweaver-client-'));
  private readonly outsideLog = path.join(this.directory, 'outside.log');

  /** Only what a program needs to run: a client must not find an API key of the person who runs the tests. */
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

  /** The hosts other than 127.0.0.1 that clients tried to reach. */
  outsideHosts(): string[] {
    return existsSync(this.outsideLog) ? readFileSync(this.outsideLog, 'utf8').trim().split('\n') : [];
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
