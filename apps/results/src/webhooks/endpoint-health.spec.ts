import { EndpointHealth } from './endpoint-health';

const isFunction = expect.any(Function);

describe('EndpointHealth', () => {
  const health = (concurrency = 6) => new EndpointHealth({ concurrency, concurrencyPerHost: 2 });
  /** How many places each of the teams gets when they take turns and every request goes to a host of its own. */
  const fill = (endpoints: EndpointHealth, teams: readonly string[], endpoint = (n: number) => `${n}`) => {
    const places = teams.map(() => 0);
    for (let n = 0; n < 1000; n += 1) {
      const team = n % teams.length;
      if (endpoints.enter(teams[team]!, endpoint(n)) !== undefined) places[team]! += 1;
    }
    return places;
  };

  it('gives an endpoint as many places as it may have, and each again that is given back', () => {
    const endpoints = health();
    const leave = endpoints.enter('team', 'a');
    expect([endpoints.enter('other', 'a'), endpoints.enter('team', 'a')]).toEqual([isFunction, undefined]);
    expect(endpoints.barred()).toMatchObject({ endpoints: ['a'], teams: [] });
    leave?.();
    expect(endpoints.enter('team', 'a')).toEqual(isFunction);
  });

  it('gives slow ones one place each, and half of all together', () => {
    const endpoints = health();
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) endpoints.note(name, true);
    const places = names.map((name) => endpoints.enter(`team of ${name}`, name));
    expect(places.map((place) => place !== undefined)).toEqual([true, true, true, false]);
    expect([...endpoints.barred().endpoints].sort()).toEqual(names);
    expect(endpoints.enter('team', 'a')).toBeUndefined();
    places[0]?.();
    expect(endpoints.enter('team of d', 'd')).toEqual(isFunction);
  });

  it('trusts one again that was quick, also while it holds a place', () => {
    const endpoints = health();
    endpoints.note('a', true);
    const leave = endpoints.enter('team a', 'a');
    endpoints.note('a', false);
    const second = endpoints.enter('team a', 'a');
    expect(second).toEqual(isFunction);
    leave?.();
    second?.();
    for (const name of ['b', 'c', 'd']) endpoints.note(name, true);
    expect(['b', 'c', 'd'].map((name) => endpoints.enter(`team ${name}`, name) !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    [['a'], [48]],
    [
      ['a', 'b'],
      [28, 27],
    ],
  ])('leaves places free for others, whatever teams %j ask for', (teams, places) => {
    const endpoints = health(64);
    expect(fill(endpoints, teams)).toEqual(places);
    expect(endpoints.barred().teams).toEqual(teams);
    expect(endpoints.enter('newcomer', 'quick.test')).toEqual(isFunction);
  });

  it('leaves a place among the slow ones too, for a receiver that was slow once', () => {
    const endpoints = health(64);
    for (let n = 0; n < 1000; n += 1) endpoints.note(`${n}`, true);
    endpoints.note('slow.test', true);
    expect(fill(endpoints, ['a'])).toEqual([24]);
    const { slowTeams, slowEndpoints, teams } = endpoints.barred();
    expect([slowTeams, slowEndpoints.length, teams]).toEqual([['a'], 1001, []]);
    expect(endpoints.enter('newcomer', 'slow.test')).toEqual(isFunction);
    expect(endpoints.enter('a', 'quick.test')).toEqual(isFunction);
  });

  it('sends with a single place', () => {
    const endpoints = health(1);
    const leave = endpoints.enter('team', 'a');
    expect([leave, endpoints.enter('team', 'b'), endpoints.isFull]).toEqual([isFunction, undefined, true]);
    leave?.();
    endpoints.note('a', true);
    expect(endpoints.enter('team', 'a')).toEqual(isFunction);
  });
});
