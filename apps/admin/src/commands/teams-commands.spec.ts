import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolders } from '@orbweaver/testing';
import { AdminHarness, adminWith } from '../../test/admin-harness';

const KEY = 'a-key-of-the-search-team';

let harness: AdminHarness;
const folders = temporaryFolders('teams');
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(async () => {
  await harness.close();
  folders.remove();
});

function fileWith(text: string): string {
  const folder = folders.make();
  writeFileSync(path.join(folder, 'key'), KEY);
  writeFileSync(path.join(folder, 'teams.yaml'), text);
  return path.join(folder, 'teams.yaml');
}

describe('teams commands', () => {
  it('show the differences with status 1, apply them, and then show none', async () => {
    const file = fileWith(`
teams:
  - name: search
    limits: {maxConcurrency: 5}
    credits: 100
    keys: [{name: importer, rights: [crawl, read], keyFile: key}]
`);
    const lines = [
      '+ team "search"',
      '~ team "search": grant 100 credits',
      '+ key "importer" of team "search" (crawl,read)',
    ];
    expect(await harness.run('teams', 'diff', '--file', file)).toEqual({
      status: 1,
      out: lines,
      err: '3 differences. Apply the file: orbweaver teams apply',
    });
    expect(await harness.run('teams', 'apply', '--file', file)).toEqual({ status: 0, out: lines, err: '' });
    expect(await harness.run('teams', 'diff', '--file', file)).toEqual({ status: 0, out: ['no differences'], err: '' });
    await harness.run('team', 'set', '--name', 'search', '--max-concurrency', '7');
    const drift = await adminWith({ DATABASE_URL: harness.postgres.url, TEAMS_FILE: file }, 'teams', 'diff');
    expect(drift).toMatchObject({ status: 1, out: ['~ team "search": maxConcurrency 7 -> 5'] });
    expect(JSON.stringify(drift)).not.toContain(KEY);
  });

  it('show a changed webhook secret without its value, and a change by hand of the hosts', async () => {
    const file = fileWith('teams: [{name: hooks, hosts: {closed: [a.example]}, webhookSecret: {file: key}}]');
    const run = (...words: string[]) =>
      adminWith(
        { DATABASE_URL: harness.postgres.url, TEAMS_FILE: file, WEBHOOK_SECRET: 'the-master-secret' },
        ...words,
      );
    expect(await run('teams', 'apply')).toMatchObject({ status: 0 });
    expect((await run('webhook-secret', 'show', '--team', 'hooks')).out).toEqual([`version 2: ${KEY}`]);
    expect(await run('webhook-secret', 'rotate', '--team', 'hooks')).toMatchObject({
      status: 1,
      err: expect.stringContaining('teams file'),
    });
    writeFileSync(path.join(path.dirname(file), 'key'), 'the-next-secret-of-hooks');
    await run('team', 'set', '--name', 'hooks', '--allowed-hosts', 'b.example,*.b.example', '--closed-hosts', 'none');
    const list = JSON.parse((await run('team', 'list', '--json')).out.find((line) => line.includes('"hooks"'))!);
    expect(list).toMatchObject({ allowedHosts: ['b.example', '*.b.example'], closedHosts: [] });
    const diff = await run('teams', 'diff');
    expect(diff.out).toEqual([
      '~ team "hooks": allowedHosts -*.b.example -b.example, closedHosts +a.example',
      '~ team "hooks": another webhook secret',
    ]);
    expect(JSON.stringify(diff)).not.toMatch(/secret-of-hooks/);
    expect(await run('team', 'set', '--name', 'hooks', '--closed-hosts', 'a b')).toMatchObject({
      status: 64,
      err: expect.stringContaining('--closed-hosts: "a b" must be a host name'),
    });
  });

  it('reject an invalid file and a missing setting with status 78', async () => {
    const file = fileWith('teams:\n  - name: search\n    limit: 5\n');
    expect(await harness.run('teams', 'diff', '--file', file)).toMatchObject({
      status: 78,
      err: expect.stringContaining('line 3, teams[0].limit: Unrecognized key'),
    });
    expect(await harness.run('teams', 'apply')).toMatchObject({
      status: 78,
      err: expect.stringContaining('TEAMS_FILE'),
    });
  });
});
