import { TeamPlaces } from './team-places';

const createPlaces = () =>
  new TeamPlaces({
    perTeam: { max: 2, message: 'Team limit' },
    inAll: { max: 3, message: 'Total limit' },
    retryAfterSeconds: 7,
  });

describe('TeamPlaces', () => {
  it.each([
    ['the limit per team', ['a', 'a'], 'a', 'Team limit'],
    ['the total limit', ['a', 'a', 'b'], 'c', 'Total limit'],
  ])('enforces %s until a slot is released', (_, taken, next, message) => {
    const places = createPlaces();
    const [end] = taken.map((team) => places.take(team));
    const headers = { 'Retry-After': '7' };
    expect(() => places.take(next)).toThrow(expect.objectContaining({ status: 429, message, extra: { headers } }));
    expect(places.count).toBe(taken.length);
    end?.();
    expect(places.take(next)).toBeInstanceOf(Function);
  });
});
