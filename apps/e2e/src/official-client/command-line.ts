import { execFile } from 'node:child_process';
import path from 'node:path';
import type { ClientEnvironment } from './client-environment';

const PROGRAM = path.join(path.dirname(require.resolve('firecrawl-cli/package.json')), 'dist/index.js');

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export class CommandLine {
  private readonly env: Record<string, string>;

  constructor(
    private readonly environment: ClientEnvironment,
    apiUrl: string,
    apiKey: string,
  ) {
    this.env = environment.env({
      FIRECRAWL_API_URL: apiUrl,
      FIRECRAWL_API_KEY: apiKey,
      FIRECRAWL_NO_UPDATE_CHECK: '1',
      FIRECRAWL_NO_TELEMETRY: '1',
      FIRECRAWL_NO_ENDPOINT_FEEDBACK: '1',
      NO_COLOR: '1',
    });
  }

  run(...args: string[]): Promise<CommandResult> {
    return new Promise((resolve) => {
      const options = { cwd: this.environment.directory, env: this.env, maxBuffer: 1 << 26 };
      execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
        resolve({ code, stdout, stderr });
      });
    });
  }
}
