import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { runAdmin } from '../src/run-admin';

/** Exit status and output of a command. */
export interface AdminAnswer {
  status: number;
  out: string[];
  err: string;
}

export async function adminWith(environment: Record<string, string>, ...args: string[]): Promise<AdminAnswer> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runAdmin(args, {
    environment,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { status, out, err: err.join('\n') };
}

/** Runs commands on a test database. */
export class AdminHarness {
  private constructor(readonly postgres: TestDatabase) {}

  static async start(): Promise<AdminHarness> {
    return new AdminHarness(await startTestDatabase());
  }

  run(...args: string[]): Promise<AdminAnswer> {
    return adminWith({ DATABASE_URL: this.postgres.url }, ...args);
  }

  close(): Promise<void> {
    return this.postgres.close();
  }
}
