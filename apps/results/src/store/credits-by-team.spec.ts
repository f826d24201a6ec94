import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { ResultsMetrics } from '../results-metrics';
import { CreditsByTeam } from './credits-by-team';

describe('CreditsByTeam', () => {
  const [team, unknown] = [randomUUID(), randomUUID()];
  let scratch: TestDatabase;
  beforeAll(async () => {
    scratch = await startTestDatabase();
    await scratch.database.team.create({ data: { id: team, name: 'search' } });
  });
  afterAll(() => scratch.close());

  it.each([
    ['as one sum by default', false, ['orbweaver_credits_used_total 10']],
    [
      'by team name with METRICS_BY_TEAM, by id for a deleted team',
      true,
      ['orbweaver_credits_used_total{team="search"} 7', `orbweaver_credits_used_total{team="${unknown}"} 3`],
    ],
  ])('counts credits: %s', async (_title, METRICS_BY_TEAM, lines) => {
    const registry = new Registry();
    const credits = new CreditsByTeam({ METRICS_BY_TEAM }, scratch.database, new ResultsMetrics(registry));
    await credits.count(new Map([[team, 5]]));
    await credits.count(
      new Map([
        [team, 2],
        [unknown, 3],
      ]),
    );
    const told = await registry.getSingleMetricAsString('orbweaver_credits_used_total');
    expect(told.split('\n').filter((line) => !line.startsWith('#'))).toEqual(lines);
  });
});
