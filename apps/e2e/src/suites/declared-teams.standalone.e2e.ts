import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '@orbweaver/testing';
import { adminEnv, runCommand } from '../harness/run-admin';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

const KEY = 'declared-key-of-the-search-team';
const NEXT_KEY = 'the-next-key-of-the-search-team';

const folder = makeDirectory();
const file = path.join(folder, 'teams.yaml');
const write = (text: string) => writeFileSync(file, text);

const search = (more = '') => `
teams:
  - name: search
    limits: {maxConcurrency: 3}
    credits: 500
    keys:
      - {name: importer, rights: [read], keyFile: key}
${more}`;

describe('TEAMS_FILE', () => {
  let system: System;
  beforeAll(async () => {
    writeFileSync(path.join(folder, 'key'), KEY);
    writeFileSync(path.join(folder, 'next'), NEXT_KEY);
    write(search());
    system = await startStandalone({ TEAMS_FILE: file }, folder);
  });
  afterAll(() => system?.stop());

  const statusOf = async (key: string, route = '/v2/team') => (await system.api(key).get(route)).status;
  const diff = () => runCommand(['teams', 'diff'], adminEnv(system));

  it('adds teams and keys before the first request, and follows changes of the file', async () => {
    expect(await statusOf(KEY)).toBe(200);
    expect((await system.api(KEY).post('/v2/crawl', {})).status).toBe(403);
    expect((await system.api(KEY).get('/v2/concurrency-check')).body).toMatchObject({ maxConcurrency: 3 });
    expect(await diff()).toBe('no differences\n');

    write(search('      - {name: next, rights: [read], keyFile: next}\n'));
    await expect(diff()).rejects.toMatchObject({ code: 1, stdout: '+ key "next" of team "search" (read)\n' });
    await until('the new key is accepted', async () => (await statusOf(NEXT_KEY)) === 200);
    expect(await statusOf(KEY)).toBe(200);
    expect(await diff()).toBe('no differences\n');
    const audit = await runCommand(['audit', 'list', '--limit', '10'], adminEnv(system));
    expect(audit).toMatch(/teams-file/);
    expect(audit).not.toContain(NEXT_KEY);
  });

  it('keeps the teams while the file is invalid, and reports it as a metric', async () => {
    const failed = async () =>
      /^orbweaver_teams_file_failed (\d)$/m.exec(
        await (await fetch(`${system.process('standalone').url}/metrics`)).text(),
      )?.[1];
    expect(await failed()).toBe('0');
    write('teams:\n  - name: search\n    limits: {maxConcurrency: many}\n');
    await until('the file is refused', async () => (await failed()) === '1');
    expect(await statusOf(KEY)).toBe(200);
    write(`prune: true${search()}`);
    await until('the corrected file is applied', async () => (await failed()) === '0');
    // The key that the file no longer contains; gateways remember a valid key for 20 s.
    await until('the pruned key is rejected', async () => (await statusOf(NEXT_KEY)) === 401, 30_000);
  });
});
