import { execFile } from 'node:child_process';
import path from 'node:path';
import { inheritedEnv } from '../harness/service-process';
import { repositoryRoot } from '../harness/workspace';
import { type KnownIds, matchJson, matchText } from './match-answer';
import type { GuideRequest } from './read-guide';

/** How long a reader repeats a request: for the end of a job or a delivery. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 300;

/** Addresses in the guide, and the corresponding ones of this run. */
export type ShownAddresses = readonly (readonly [shown: string, actual: string])[];

/**
 * Follows a page of the guide: runs its commands in a shell with current ids and addresses, and compares the responses.
 */
export class PageReader {
  readonly ids: KnownIds = new Map();
  /** Variables that earlier commands set. */
  private variables = '';

  constructor(
    private readonly addresses: ShownAddresses,
    private readonly env: Record<string, string>,
  ) {}

  /** @throws with the difference from the page */
  async follow(request: GuideRequest): Promise<void> {
    const { line, command, answer } = request;
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const given = await this.run(request);
      const difference = answer === undefined ? given.failure : this.compare(answer, given.stdout);
      if (difference === undefined) break;
      // Requests with effects are sent once.
      if (/ (?:-d|-X) /.test(command) || Date.now() > deadline) {
        throw new Error(`line ${line}: ${difference}\n${command}${given.stdout}${given.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    for (const [assignment] of command.matchAll(/^(?:export )?[A-Z_]+=.*$/gm)) this.variables += `${assignment}\n`;
  }

  asShown(output: string): string {
    return this.addresses.reduce((text, [shown, actual]) => text.replaceAll(actual, shown), output);
  }

  private compare({ kind, text }: NonNullable<GuideRequest['answer']>, output: string): string | undefined {
    const shown = this.asShown(output);
    if (kind === 'text') return matchText(text, shown, this.ids);
    try {
      return matchJson(text, JSON.parse(shown), this.ids);
    } catch (error) {
      return `${String(error)}: ${text}`;
    }
  }

  private run({ language, command }: GuideRequest): Promise<Run> {
    const text = [...this.ids, ...this.addresses].reduce(
      (all, [shown, actual]) => all.replaceAll(shown, actual),
      language === 'sh' ? this.variables + command.replaceAll(EXAMPLE, RUN_EXAMPLE).replaceAll(CLI, RUN_CLI) : command,
    );
    const [program, args, cwd] = runners[language](text);
    return new Promise((resolve) => {
      execFile(program, args, { cwd, env: { ...inheritedEnv(), ...this.env } }, (error, stdout, stderr) =>
        resolve({ stdout, stderr, failure: error === null ? undefined : String(error) }),
      );
    });
  }
}

interface Run {
  stdout: string;
  stderr: string;
  failure: string | undefined;
}

/** Contains the packages that npm and npx would fetch. */
const packageRoot = path.join(repositoryRoot, 'apps/e2e');

const runners: Record<GuideRequest['language'], (text: string) => [program: string, args: string[], cwd: string]> = {
  sh: (text) => ['sh', ['-ec', text], repositoryRoot],
  js: (text) => [process.execPath, ['--input-type=module', '-e', text], packageRoot],
  python: (text) => [process.env.ORBWEAVER_PYTHON ?? 'python3', ['-c', text], packageRoot],
};

/** The compiled examples, because Node 20 neither runs TypeScript nor has a global WebSocket. */
const EXAMPLE = /\bnode apps\/docs\/examples\/typescript\/(\S+)\.ts/g;
const RUN_EXAMPLE = `${JSON.stringify(process.execPath)} --experimental-websocket apps/docs/dist/$1.js`;

const CLI = /\bnpx -y firecrawl-cli /g;
const RUN_CLI = `${JSON.stringify(process.execPath)} ${JSON.stringify(require.resolve('firecrawl-cli'))} `;
