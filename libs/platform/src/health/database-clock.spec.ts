import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { synchronizedClock } from './clock-watch';
import { startDatabaseClock } from './database-clock';

describe('startDatabaseClock', () => {
  let postgres: TestDatabase;
  beforeAll(async () => {
    postgres = await startTestDatabase();
  });
  afterAll(() => postgres.close());

  it.each([600_000, -600_000])('uses the clock of Postgres when it is %i ms ahead', async (skewMs) => {
    const wallClock = () => Date.now() + skewMs;
    const { clock, end } = await startDatabaseClock(postgres.database, wallClock);
    end();
    expect(Math.abs(clock.skewMs()! - skewMs)).toBeLessThan(1_000);
    const now = synchronizedClock([{ name: 'database', skewMs: () => clock.skewMs() }], wallClock)();
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(1_000);
  });
});
