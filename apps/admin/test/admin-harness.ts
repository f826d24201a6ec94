import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { runAdmin } from '../src/run-admin';

/** What a run of the command ended with, and what it printed. */
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

/** The command on a database of the suite's own. */
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
