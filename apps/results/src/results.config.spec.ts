import { resultsConfig } from './results.config';

describe('WEBHOOK_RETRY_SCHEDULE', () => {
  const parse = (text: string) => resultsConfig.shape.WEBHOOK_RETRY_SCHEDULE.safeParse(text);

  it('parses a list of durations', () => {
    expect(parse('250ms, 10s,5m,6h').data).toEqual([250, 10_000, 300_000, 21_600_000]);
  });

  it.each([
    ['soon', '"soon"'],
    ['1m,,5m, 7x', '"", "7x"'],
  ])('rejects %p with the invalid part', (text, wrong) => {
    expect(parse(text).error?.issues[0]?.message).toBe(`must be a comma list such as 1m,5m,1h, not ${wrong}`);
  });
});

describe('resultsConfig', () => {
  it.each(['WEBHOOK_TIMEOUT', 'RETENTION_INTERVAL', 'LLM_DEADLINE', 'RESULTS_SWEEP_INTERVAL'] as const)(
    'rejects a %s of a negligible duration',
    (name) => {
      expect(resultsConfig.parse({ [name]: '24h' })[name]).toBe(24 * 3_600_000);
      for (const text of ['0s', '720h']) expect(() => resultsConfig.parse({ [name]: text })).toThrow(/from .* to 576h/);
    },
  );
});
