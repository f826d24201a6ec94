import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { ensureTeam } from './api-keys';
import { findTeams, type NewSession, startConsoleSession } from './console-sessions';
import { listKeys } from './keys';

const DAY_MS = 86_400_000;
const ada = { issuer: 'https://login.example', subject: 'ada', name: 'ada@example.com' };

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('startConsoleSession', () => {
  it('deletes sessions of the person that expired more than 30 days ago, and no other key', async () => {
    const { database } = scratch;
    const { id: teamId } = await ensureTeam(database, 'sessions');
    const start = (person: NewSession['person'], days: number) =>
      startConsoleSession(database, null, {
        person,
        teamIds: [teamId],
        teamId,
        rights: ['team'],
        expiresAt: new Date(Date.now() + days * DAY_MS),
      });
    await start(ada, -31);
    await start(ada, -29);
    await start({ ...ada, issuer: 'https://other.example' }, -31);
    await start({ ...ada, subject: 'bob', name: 'bob' }, -31);
    await start(ada, 1);
    const keys = await listKeys(database, { teamId, limit: 10 });
    expect(keys.map(({ name, expiresAt }) => [name, Math.round((expiresAt!.getTime() - Date.now()) / DAY_MS)])).toEqual(
      [
        ['Console: ada@example.com', -29],
        ['Console: ada@example.com', -31],
        ['Console: bob', -31],
        ['Console: ada@example.com', 1],
      ],
    );
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
