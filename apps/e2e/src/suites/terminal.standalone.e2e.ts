import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type FixtureSite, processesNaming, processesOfGroup, startFixtureSite, until } from '@orbweaver/testing';
import { ApiClient } from '../harness/api-client';
import { fetchDocuments, requestJob } from '../harness/jobs';
import { findFreePort, inheritedEnv, waitUntilEnded } from '../harness/service-process';
import { egressEnv } from '../harness/settings';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { entryOf, makeDirectory } from '../harness/workspace';

const WITHIN_MS = 60_000;

const readLog = () => readFileSync(System.shared().process('standalone').logFile, 'utf8');

/** Log lines of the shared service about a job. */
const logged = (id: string) =>
  readLog()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"jobId":"${id}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('job output', () => {
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  describe('at a terminal', () => {
    const directory = makeDirectory();
    const typescript = path.join(directory, 'typescript');
    const shown = () => (existsSync(typescript) ? readFileSync(typescript, 'utf8') : '');
    let group: number;
    let api: ApiClient;
    beforeAll(async () => {
      const port = await findFreePort();
      // `script` of util-linux provides a terminal of 100 columns.
      const command = `stty cols 100; exec ${process.execPath} ${entryOf('standalone')}`;
      const child = spawn('script', ['-qefc', command, typescript], {
        env: {
          ...{ ...inheritedEnv(), ...egressEnv, TERM: 'xterm', SHELL: '/bin/sh', LOG_LEVEL: 'warn', HOST: '127.0.0.1' },
          ...{ PORT: String(port), DATA_DIR: path.join(directory, 'data'), BOOTSTRAP_API_KEY: BOOTSTRAP_KEY },
        },
        stdio: 'ignore',
        detached: true,
      });
      child.unref();
      group = child.pid!;
      api = new ApiClient([`http://127.0.0.1:${port}`], BOOTSTRAP_KEY);
      await until('the banner', () => /Press Ctrl-C to stop/.test(shown()), WITHIN_MS);
    });
    afterAll(async () => {
      for (const { pid } of [...processesOfGroup(group), ...processesNaming(directory)]) process.kill(pid, 'SIGTERM');
      await waitUntilEnded(group);
      rmSync(directory, { recursive: true, force: true });
    });

    it('shows begin, end and a progress line of jobs at a terminal, without URLs of zero data retention', async () => {
      const kept = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/?token=secret`, limit: 60 });
      const ephemeral = await requestJob(api, '/v2/crawl', {
        url: `${site.main}/ephemeral/`,
        limit: 3,
        zeroDataRetention: true,
      });
      await fetchDocuments(api, `/v2/crawl/${kept}`);
      await until('both ends', () => shown().match(/ (completed|failed): /g)?.length === 2, WITHIN_MS);
      const rows = shown()
        .split(/[\r\n]+/)
        .map(stripVTControlCharacters);
      expect(rows).toContainEqual(expect.stringMatching(`^  \\S+  crawl ${kept} started: ${site.main}/calendar/\\?…$`));
      expect(rows).toContainEqual(
        expect.stringMatching(`^  \\S+  crawl ${kept} completed: 60 pages, \\d+ failed, .* s$`),
      );
      expect(rows).toContainEqual(expect.stringMatching(`^  \\S+  crawl ${ephemeral} started$`));
      expect(rows).toContainEqual(
        expect.stringMatching(
          /^ {2}[12] jobs? · \d+ pages done · \d+ waiting · 0 failed · \d+\.\d pages\/s · \d in the/,
        ),
      );
      expect(shown()).not.toMatch(/secret|\/ephemeral|"level"|job-started/);
    });
  });

  it('is one JSON line per begin and end without a terminal', async () => {
    const system = System.shared();
    const id = await requestJob(system.api(), '/v2/crawl', { url: `${site.main}/calendar/`, limit: 3 });
    await fetchDocuments(system.api(), `/v2/crawl/${id}`);
    await until('the end', () => logged(id).some(({ event }) => event === 'job-ended'), WITHIN_MS);
    expect(logged(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'job-started', kind: 'crawl', url: `${site.main}/calendar/`, level: 'info' }),
        expect.objectContaining({ event: 'job-ended', state: 'completed', completed: 3, level: 'info' }),
      ]),
    );
    expect(readLog()).not.toContain('\u001b');
  });

  it('names the team in every line about a job', async () => {
    const api = System.shared().api();
    const id = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, limit: 50, delay: 1 });
    await until('the beginning', () => logged(id).some(({ event }) => event === 'job-started'), WITHIN_MS);
    expect(await api.delete(`/v2/crawl/${id}`)).toMatchObject({ status: 200 });
    await until('the end', () => logged(id).some(({ event }) => event === 'job-ended'), WITHIN_MS);
    const lines = logged(id);
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['job-started', 'job-cancelled', 'job-settled', 'job-ended']),
    );
    const [team, ...others] = new Set(lines.map(({ teamId }) => teamId));
    expect(team).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([]);
  });
});
