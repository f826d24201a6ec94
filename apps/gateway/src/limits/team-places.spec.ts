import { TeamPlaces } from './team-places';

const createPlaces = () =>
  new TeamPlaces({
    perTeam: { max: 2, message: 'The team is at its bound' },
    inAll: { max: 3, message: 'All are at theirs' },
    retryAfterSeconds: 7,
  });

describe('TeamPlaces', () => {
  it.each([
    ['a team that has as many as a team may', ['a', 'a'], 'a', 'The team is at its bound'],
    ['a team that has none, when all together have as many as may be', ['a', 'a', 'b'], 'c', 'All are at theirs'],
  ])('refuses %s, until one ends', (_, taken, next, message) => {
    const places = createPlaces();
    const [end] = taken.map((team) => places.take(team));
    const headers = { 'Retry-After': '7' };
    expect(() => places.take(next)).toThrow(expect.objectContaining({ status: 429, message, extra: { headers } }));
    expect(places.count).toBe(taken.length);
    end?.();
    expect(places.take(next)).toBeInstanceOf(Function);
  });
});
