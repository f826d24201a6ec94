import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  descendantsOf,
  type FixtureSite,
  isSameStillRunning,
  processesNaming,
  processesOfGroup,
  startFixtureSite,
  until,
} from '@orbweaver/testing';
import { ApiClient } from '../harness/api-client';
import { findFreePort, inheritedEnv, isAlive, waitUntilEnded } from '../harness/service-process';
import { commonEnv, egressEnv } from '../harness/settings';
import { BOOTSTRAP_KEY } from '../harness/system';
import { makeDirectory, repositoryRoot } from '../harness/workspace';

/** Includes a build after changes. */
const STARTS_WITHIN_MS = 80_000;
const ENDS_WITHIN_MS = 20_000;

describe('npm start', () => {
  let site: FixtureSite;
  let directory: string;
  let port: number;
  let group: number | undefined;
  beforeAll(async () => {
    site = await startFixtureSite();
    directory = makeDirectory();
    port = await findFreePort();
  });
  afterEach(() => {
    const left = [...(group === undefined ? [] : processesOfGroup(group)), ...processesNaming(directory)];
    for (const one of left) if (isSameStillRunning(one)) process.kill(one.pid, 'SIGKILL');
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await site.close();
  });

  /** npm leads the process group, as under a terminal or supervisor. */
  async function npmStart(): Promise<number> {
    const file = path.join(directory, 'npm-start.log');
    const log = openSync(file, 'w');
    const child = spawn('npm', ['start'], {
      cwd: repositoryRoot,
      env: {
        ...{ ...inheritedEnv(), ...commonEnv, ...egressEnv, BOOTSTRAP_API_KEY: BOOTSTRAP_KEY },
        ...{ PORT: String(port), DATA_DIR: path.join(directory, 'data') },
      },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    child.unref();
    const pid = child.pid!;
    group = pid;
    await until(
      'the start',
      () => {
        if (!isAlive(pid)) throw new Error(`npm start has ended:\n${readFileSync(file, 'utf8')}`);
        return readFileSync(file, 'utf8').includes('"event":"started"');
      },
      STARTS_WITHIN_MS,
    );
    return pid;
  }

  it('prints at a terminal that it stops and has stopped, and nothing after that', async () => {
    const typescript = path.join(directory, 'typescript');
    const shown = () => (existsSync(typescript) ? readFileSync(typescript, 'utf8') : '');
    // `script` of util-linux provides a terminal and types its input.
    const terminal = spawn('script', ['-qefc', 'npm start', typescript], {
      cwd: repositoryRoot,
      env: {
        ...{ ...inheritedEnv(), BOOTSTRAP_API_KEY: BOOTSTRAP_KEY, HOST: '127.0.0.1', PORT: String(port) },
        ...{ DATA_DIR: path.join(directory, 'data'), TERM: 'xterm', SHELL: '/bin/sh' },
      },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    group = terminal.pid!;
    await until('the banner', () => /Press Ctrl-C to stop/.test(shown()), STARTS_WITHIN_MS);
    terminal.stdin.write('\u0003');
    await waitUntilEnded(group, ENDS_WITHIN_MS);
    const [, after = ''] = shown().split('Press Ctrl-C to stop.');
    const [said = ''] = after.split('Script done');
    const lines = said.trim().split('\r\n');
    expect([lines[0], lines.at(-1)]).toEqual([expect.stringMatching(/^\^C· stopping; /), '· stopped']);
  });

  // In sequence on the same port and data: each case finds those of the previous one free.
  it.each<[string, NodeJS.Signals, 'npm' | 'the group']>([
    ['SIGTERM to npm alone, as supervisors and timeout send it,', 'SIGTERM', 'npm'],
    ['SIGINT to the group, as a terminal sends it for Ctrl-C,', 'SIGINT', 'the group'],
    ['SIGHUP to the group, as a terminal that is closed sends it,', 'SIGHUP', 'the group'],
    ['SIGHUP to npm alone, which it does not pass on,', 'SIGHUP', 'npm'],
    ['SIGKILL of npm', 'SIGKILL', 'npm'],
  ])('exits with all processes and frees port and data: %s', async (_, signal, to) => {
    const npm = await npmStart();
    const api = new ApiClient([`http://127.0.0.1:${port}`], BOOTSTRAP_KEY);
    const scrape = { url: `${site.main}/plain`, formats: ['screenshot'], maxAge: 0 };
    const { status, body } = await api.post('/v2/scrape', scrape);
    expect({ status, code: body.code, error: body.error }).toEqual({ status: 200 });
    const children = descendantsOf(npm);
    const commands = children.map((child) => child.command).join('\n');
    expect(commands).toMatch(/postgres/);
    expect(commands).toMatch(/chrom/i);

    process.kill(to === 'npm' ? npm : -npm, signal);
    await waitUntilEnded(npm, ENDS_WITHIN_MS);
    await until('the end of what npm has started', () => !children.some(isSameStillRunning), ENDS_WITHIN_MS);
    expect(processesNaming(directory).map((left) => left.command)).toEqual([]);
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
    const lock = path.join(directory, 'data/postgres/lock');
    expect(spawnSync('flock', ['--nonblock', lock, 'true']).status).toBe(0);
  });
});
