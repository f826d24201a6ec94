import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { ensureTeam } from './api-keys';
import { startConsoleSession } from './console-sessions';
import { findFirstTeam, findTeams } from './find-teams';
import { listKeys } from './keys';

const DAY_MS = 86_400_000;

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('startConsoleSession', () => {
  it('deletes expired sessions; their keys are listed for another 30 days', async () => {
    const { database } = scratch;
    const { id: teamId } = await ensureTeam(database, 'sessions');
    const start = (name: string, days: number) =>
      startConsoleSession(database, null, {
        person: { issuer: 'https://login.example', subject: name, name },
        roles: { [teamId]: 'owner' },
        teamId,
        isAdmin: false,
        expiresAt: new Date(Date.now() + days * DAY_MS),
      });
    for (const [name, days] of [
      ['ada', -31],
      ['bob', -29],
      ['eve', 1],
    ] as const)
      await start(name, days);
    await start('zoe', 2);
    const sessions = await database.consoleSession.findMany({ orderBy: { subject: 'asc' } });
    expect(sessions.map(({ subject }) => subject)).toEqual(['eve', 'zoe']);
    const keys = await listKeys(database, { teamId, limit: 10 });
    expect(keys.map(({ name }) => name)).toEqual(['Console: bob', 'Console: eve', 'Console: zoe']);
    expect(await database.apiKey.count({ where: { teamId } })).toBe(4);
  });
});

describe('findTeams', () => {
  it('finds enabled teams by id or name, in the order of their names', async () => {
    const { database } = scratch;
    const [one, two] = [await ensureTeam(database, 'one'), await ensureTeam(database, 'a two')];
    await ensureTeam(database, 'disabled');
    await database.team.update({ where: { name: 'disabled' }, data: { disabledAt: new Date() } });
    expect(await findTeams(database, [one.id, 'a two', 'disabled', 'unknown'])).toEqual([
      { id: two.id, name: 'a two' },
      { id: one.id, name: 'one' },
    ]);
  });
});

describe('findFirstTeam', () => {
  it('skips disabled teams', async () => {
    const { database } = scratch;
    const first = await findFirstTeam(database);
    await database.team.update({ where: { id: first!.id }, data: { disabledAt: new Date() } });
    expect((await findFirstTeam(database))?.id).not.toBe(first!.id);
  });
});
