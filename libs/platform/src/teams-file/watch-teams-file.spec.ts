import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyTeams, applyTeamsFile, type DeclaredTeams, processActor } from '@orbweaver/persistence';
import { startTestDatabase, type TestDatabase, temporaryFolders, until } from '@orbweaver/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { readTeamsFile } from './read-teams-file';
import { TeamsFileWatch } from './watch-teams-file';

const POLL_MS = 20;
const actor = processActor('test');

let postgres: TestDatabase;
const folders = temporaryFolders('teams');
afterAll(folders.remove);
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

/** A mounted ConfigMap: the file is a link through `..data`, which is replaced at once. */
class MountedFile {
  private readonly folder = folders.make();
  private version = 0;
  readonly file = path.join(this.folder, 'teams.yaml');

  constructor(text: string) {
    this.replace(text);
    symlinkSync('..data/teams.yaml', this.file);
  }

  replace(text: string): void {
    this.version += 1;
    const version = path.join(this.folder, `..${this.version}`);
    mkdirSync(version);
    writeFileSync(path.join(version, 'teams.yaml'), text);
    symlinkSync(version, path.join(this.folder, '..next'));
    renameSync(path.join(this.folder, '..next'), path.join(this.folder, '..data'));
  }
}

function watchOf(file: string, pruneAfterMs?: number) {
  const events: { msg: string; reason?: string }[] = [];
  const metrics = new Registry();
  const logger = pino({}, { write: (line: string) => events.push(JSON.parse(line)) });
  const teams = new TeamsFileWatch({
    file,
    environment: {},
    database: postgres.database,
    logger,
    metrics,
    ...(pruneAfterMs === undefined ? {} : { pruneAfterMs }),
  });
  const failed = async () => (await metrics.getSingleMetric('orbweaver_teams_file_failed')!.get()).values[0]!.value;
  return { teams, events, failed };
}

const read = (text: string) => readTeamsFile(new MountedFile(text).file, {});
const limitOf = async (name: string) => (await postgres.database.team.findUnique({ where: { name } }))?.maxConcurrency;
const text = (limit: number | string) => `teams: [{name: watched, limits: {maxConcurrency: ${limit}}}]`;

describe('TeamsFileWatch', () => {
  it('applies the file at start and when a mounted file changes; keeps the teams while it is invalid', async () => {
    const mounted = new MountedFile(text(1));
    const { teams, events, failed } = watchOf(mounted.file);
    await teams.apply();
    expect(await limitOf('watched')).toBe(1);
    const stopping = new AbortController();
    const watching = teams.watch(stopping.signal, POLL_MS);
    mounted.replace(text(2));
    await until('the change is applied', async () => (await limitOf('watched')) === 2);

    mounted.replace(text('many'));
    await until('the fault is logged', () => events.some(({ msg }) => msg === 'teams-file-not-applied'));
    expect(await failed()).toBe(1);
    expect(events.find(({ msg }) => msg === 'teams-file-not-applied')?.reason).toMatch(
      /line 1, teams\[0\]\.limits\.maxConcurrency: /,
    );
    expect(await limitOf('watched')).toBe(2);

    mounted.replace(text(3));
    await until('the corrected file is applied', async () => (await limitOf('watched')) === 3);
    await until('the metric is reset', async () => (await failed()) === 0);
    expect(events.filter(({ msg }) => msg === 'teams-file-not-applied')).toHaveLength(1);
    stopping.abort();
    await watching;
  });

  it('parses an unchanged file once', async () => {
    const text = 'teams: [{name: parsed, keys: [{name: reader, keyEnv: READER}]}]';
    const { file } = new MountedFile(text);
    let [polls, parses] = [0, 0];
    const teams = new TeamsFileWatch({
      get file() {
        polls += 1;
        return file;
      },
      environment: {
        get READER() {
          parses += 1;
          return 'the-key-of-the-reader';
        },
      },
      database: postgres.database,
      logger: pino({ enabled: false }),
      metrics: new Registry(),
    });
    await teams.apply();
    const stopping = new AbortController();
    const watching = teams.watch(stopping.signal, 1);
    await until('many polls', () => polls > 50);
    stopping.abort();
    await watching;
    expect(parses).toBe(1);
  });

  it('prunes only after the file was unchanged for some time', async () => {
    const of = (...names: string[]) => `prune: true\nteams: [${names.map((name) => `{name: ${name}}`).join()}]`;
    const isDisabled = async (name: string) =>
      (await postgres.database.team.findUniqueOrThrow({ where: { name } })).disabledAt !== null;
    await watchOf(new MountedFile(of('older', 'newer')).file).teams.apply();
    const mounted = new MountedFile(of('older'));
    const { teams } = watchOf(mounted.file, 200);
    await teams.apply();
    expect(await isDisabled('newer')).toBe(false);
    const stopping = new AbortController();
    const watching = teams.watch(stopping.signal, POLL_MS);
    await until('the team is pruned', () => isDisabled('newer'));
    stopping.abort();
    await watching;
  });

  it('keeps the newer file of another replica: an older copy neither changes nor prunes anything', async () => {
    const older = 'prune: true\nteams: [{name: rolling, limits: {maxConcurrency: 1}}]';
    const newer = 'prune: true\nteams: [{name: rolling, limits: {maxConcurrency: 2}}, {name: added}]';
    const stopping = new AbortController();
    const [first, second] = [new MountedFile(older), new MountedFile(older)];
    const replicas = [watchOf(first.file, 100), watchOf(second.file, 100)] as const;
    for (const { teams } of replicas) await teams.apply();
    const watching = [replicas[0].teams.watch(stopping.signal, POLL_MS)];
    first.replace(newer);
    await until('the newer file is applied', async () => (await limitOf('rolling')) === 2);

    // The second replica has the older copy and prunes from now on; a third one starts with it.
    watching.push(replicas[1].teams.watch(stopping.signal, POLL_MS));
    const third = watchOf(second.file, 100);
    await third.teams.apply();
    expect(third.events.at(-1)).toMatchObject({ msg: 'teams-file-refused', reason: 'superseded' });
    expect(await third.failed()).toBe(1);
    await until('the older copy does not prune', () =>
      replicas[1].events.some(({ msg }) => msg === 'teams-file-refused'),
    );
    const added = await postgres.database.team.findUniqueOrThrow({ where: { name: 'added' } });
    expect([await limitOf('rolling'), added.disabledAt]).toEqual([2, null]);

    watching.push(third.teams.watch(stopping.signal, POLL_MS));
    second.replace(newer);
    await until('the updated copies are accepted', async () => {
      return (await replicas[1].failed()) + (await third.failed()) === 0;
    });
    // A rollback of the file.
    first.replace(older);
    await until('the rollback is applied', async () => (await limitOf('rolling')) === 1);
    stopping.abort();
    await Promise.all(watching);
  });

  it.each<[string, (declared: DeclaredTeams, last: DeclaredTeams) => Promise<unknown>]>([
    ['`teams apply`', (declared) => applyTeams(postgres.database, actor, declared)],
    ['another process', (declared, last) => applyTeamsFile(postgres.database, actor, declared, last.digest)],
  ])('accepts a refused file, and prunes, when %s applies its content', async (_, applyElsewhere) => {
    const [older, added] = [`prune: true\nteams: [{name: ${randomUUID()}}]`, randomUUID()];
    const newer = `teams: [{name: ${added}}]`;
    await watchOf(new MountedFile(older).file).teams.apply();
    await watchOf(new MountedFile(newer).file).teams.apply();
    const { teams, events, failed } = watchOf(new MountedFile(older).file, 50);
    await teams.apply();
    expect([await failed(), events.at(-1)?.msg]).toEqual([1, 'teams-file-refused']);
    const stopping = new AbortController();
    const watching = teams.watch(stopping.signal, POLL_MS);
    await applyElsewhere({ ...read(older), prune: false }, read(newer));
    await until('the file is accepted', async () => (await failed()) === 0);
    await until('the file prunes', async () => {
      const { disabledAt } = await postgres.database.team.findUniqueOrThrow({ where: { name: added } });
      return disabledAt !== null;
    });
    stopping.abort();
    await watching;
    expect(events.map(({ msg }) => msg)).toEqual(['teams-file-refused', 'teams-file-current', 'teams-file-applied']);
  });

  it('refuses an invalid file at start with field and line', async () => {
    const { teams } = watchOf(new MountedFile('teams:\n  - name: [x]\n').file);
    await expect(teams.apply()).rejects.toThrow(/line 2, teams\[0\]\.name: /);
  });
});
