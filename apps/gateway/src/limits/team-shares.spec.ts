import { TeamShares } from './team-shares';

const createShares = () =>
  new TeamShares({
    perTeam: { max: 2, message: 'The team is at its bound' },
    inAll: { max: 3, message: 'All are at theirs' },
    retryAfterSeconds: 7,
  });

describe('TeamShares', () => {
  it.each([
    ['a team that has as many as a team may', ['a', 'a'], 'a', 'The team is at its bound'],
    ['a team that has none, when all together have as many as may be', ['a', 'a', 'b'], 'c', 'All are at theirs'],
  ])('refuses %s, until one ends', (_, taken, next, message) => {
    const shares = createShares();
    const [end] = taken.map((team) => shares.take(team));
    const headers = { 'Retry-After': '7' };
    expect(() => shares.take(next)).toThrow(expect.objectContaining({ status: 429, message, extra: { headers } }));
    expect(shares.count).toBe(taken.length);
    end?.();
    expect(shares.take(next)).toBeInstanceOf(Function);
  });
});
