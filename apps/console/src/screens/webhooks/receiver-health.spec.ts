import { answerText, healthOf, type ShownDelivery, successRate } from './receiver-health';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const failure = { status: 503, error: 'The receiver answered with status 503.' };

const event = (url: string, state: ShownDelivery['state'], log: object[]): ShownDelivery =>
  ({
    url,
    state,
    log: log.map((attempt, index) => ({ attempt: index + 1, durationMs: 1, ...attempt })),
  }) as ShownDelivery;

describe('healthOf', () => {
  it('counts events and accepted attempts by host, with the latest answer', () => {
    const health = healthOf([
      event('https://a.example/x', 'pending', []),
      event('https://a.example/y', 'delivered', [
        { startedAt: at(1), ...failure },
        { startedAt: at(9), status: 200 },
      ]),
      event('https://a.example/z', 'dead', [{ startedAt: at(5), ...failure }]),
      event('https://b.example/', 'delivered', [{ startedAt: at(2), status: 204 }]),
    ]);
    expect(health).toEqual([
      { host: 'a.example', delivered: 1, pending: 1, dead: 1, attempts: 3, accepted: 1, lastAnswer: 'Status 200' },
      { host: 'b.example', delivered: 1, pending: 0, dead: 0, attempts: 1, accepted: 1, lastAnswer: 'Status 204' },
    ]);
    expect(health.map(successRate)).toEqual(['33 %', '100 %']);
  });

  it('has no rate without attempts', () => {
    expect(healthOf([event('https://a.example/', 'pending', [])]).map(successRate)).toEqual(['–']);
  });
});

describe('answerText', () => {
  it.each([
    [{ status: 200 }, 'Status 200'],
    [failure, 'Status 503: The receiver answered with status 503.'],
    [{ error: 'The connection was refused' }, 'The connection was refused'],
  ])('describes %j as "%s"', (attempt, text) => {
    expect(answerText({ attempt: 1, startedAt: at(0), durationMs: 1, ...attempt })).toBe(text);
  });
});
