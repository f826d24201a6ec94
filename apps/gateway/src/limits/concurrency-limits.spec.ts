import { ConcurrencyLimits } from './concurrency-limits';

const createLimits = () =>
  new ConcurrencyLimits({
    perTeam: { max: 2, message: 'Team limit' },
    inAll: { max: 3, message: 'Total limit' },
    retryAfterSeconds: 7,
  });

describe('ConcurrencyLimits', () => {
  it.each([
    ['the limit per team', ['a', 'a'], 'a', 'Team limit'],
    ['the total limit', ['a', 'a', 'b'], 'c', 'Total limit'],
  ])('enforces %s until a slot is released', (_, taken, next, message) => {
    const slots = createLimits();
    const [end] = taken.map((team) => slots.take(team));
    const headers = { 'Retry-After': '7' };
    expect(() => slots.take(next)).toThrow(expect.objectContaining({ status: 429, message, extra: { headers } }));
    expect(slots.count).toBe(taken.length);
    end?.();
    expect(slots.take(next)).toBeInstanceOf(Function);
  });
});
