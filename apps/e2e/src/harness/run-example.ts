import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { until } from '@orbweaver/testing';
import { inheritedEnv } from './service-process';
import { repositoryRoot } from './workspace';

const EXAMPLES = path.join(repositoryRoot, 'apps/docs/examples');

/** How to run examples of a language: the command and its first arguments. */
export interface ExampleLanguage {
  name: string;
  /** Programs that must be on the PATH. */
  needs: readonly string[];
  command(example: string): [program: string, ...args: string[]];
}

export const typescript: ExampleLanguage = {
  name: 'TypeScript',
  needs: [],
  command: (example) => [process.execPath, path.join(repositoryRoot, 'apps/docs/dist', `${example}.js`)],
};

export const python: ExampleLanguage = {
  name: 'Python',
  needs: ['python3'],
  command: (example) => ['python3', '-W', 'error', path.join(EXAMPLES, 'python', `${example.replaceAll('-', '_')}.py`)],
};

export const curl: ExampleLanguage = {
  name: 'curl',
  needs: ['curl', 'jq', 'openssl'],
  command: (example) => ['sh', path.join(EXAMPLES, 'curl', `${example}.sh`)],
};

/** Missing programs. Empty with CI=true, where a missing program fails the suite. */
export function missingPrograms({ needs }: Pick<ExampleLanguage, 'needs'>): string[] {
  if (process.env.CI === 'true') return [];
  return needs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
}

export interface ExampleRun {
  lines: string[];
  stderr: string;
  status: number | null;
}

export async function runExample(
  language: ExampleLanguage,
  example: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<ExampleRun> {
  const running = new RunningExample(language, example, args, env);
  // An example may exit before it reads its input.
  running.child.stdin!.on('error', () => undefined).end(input);
  const status = await new Promise<number | null>((resolve, reject) => {
    running.child.once('error', reject);
    running.child.once('close', resolve);
  });
  return { lines: running.lines, stderr: running.stderr, status };
}

/** An example that runs until it is stopped. */
export class RunningExample {
  readonly child: ChildProcess;
  private stdout = '';
  stderr = '';

  constructor(language: ExampleLanguage, example: string, args: readonly string[], env: Record<string, string>) {
    const [program, ...first] = language.command(example);
    this.child = spawn(program, [...first, ...args], { env: { ...inheritedEnv(), ...env } });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  get lines(): string[] {
    return this.stdout.split('\n').filter((line) => line !== '');
  }

  waitForLine(pattern: RegExp, withinMs = 30_000): Promise<string> {
    return until(`a line like ${pattern}`, () => this.lines.find((line) => pattern.test(line)), withinMs).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}\n${this.stdout}${this.stderr}`);
      },
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }
}
