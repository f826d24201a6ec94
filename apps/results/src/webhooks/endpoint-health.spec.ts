import { EndpointHealth } from './endpoint-health';

const isFunction = expect.any(Function);

describe('EndpointHealth', () => {
  const health = (concurrency = 6) => new EndpointHealth({ concurrency, concurrencyPerHost: 2 });
  /** The slots of each team when teams alternate and every request has its own host. */
  const fill = (endpoints: EndpointHealth, teams: readonly string[], endpoint = (n: number) => `${n}`) => {
    const slots = teams.map(() => 0);
    for (let n = 0; n < 1000; n += 1) {
      const team = n % teams.length;
      if (endpoints.takeSlot(teams[team]!, endpoint(n)) !== undefined) slots[team]! += 1;
    }
    return slots;
  };

  it('gives an endpoint its slots, and each again after its release', () => {
    const endpoints = health();
    const leave = endpoints.takeSlot('team', 'a');
    expect([endpoints.takeSlot('other', 'a'), endpoints.takeSlot('team', 'a')]).toEqual([isFunction, undefined]);
    expect(endpoints.barred()).toMatchObject({ endpoints: ['a'], teams: [] });
    leave?.();
    expect(endpoints.takeSlot('team', 'a')).toEqual(isFunction);
  });

  it('gives each slow endpoint one slot, and all slow ones half of the slots', () => {
    const endpoints = health();
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) endpoints.note(name, true);
    const slots = names.map((name) => endpoints.takeSlot(`team of ${name}`, name));
    expect(slots.map((slot) => slot !== undefined)).toEqual([true, true, true, false]);
    expect([...endpoints.barred().endpoints].sort()).toEqual(names);
    expect(endpoints.takeSlot('team', 'a')).toBeUndefined();
    slots[0]?.();
    expect(endpoints.takeSlot('team of d', 'd')).toEqual(isFunction);
  });

  it('restores an endpoint after a fast response, even while it uses a slot', () => {
    const endpoints = health();
    endpoints.note('a', true);
    const leave = endpoints.takeSlot('team a', 'a');
    endpoints.note('a', false);
    const second = endpoints.takeSlot('team a', 'a');
    expect(second).toEqual(isFunction);
    leave?.();
    second?.();
    for (const name of ['b', 'c', 'd']) endpoints.note(name, true);
    expect(['b', 'c', 'd'].map((name) => endpoints.takeSlot(`team ${name}`, name) !== undefined)).toEqual([
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
  ])('leaves slots for others whatever teams %j request', (teams, slots) => {
    const endpoints = health(64);
    expect(fill(endpoints, teams)).toEqual(slots);
    expect(endpoints.barred().teams).toEqual(teams);
    expect(endpoints.takeSlot('newcomer', 'quick.test')).toEqual(isFunction);
  });

  it('leaves a slot for a receiver that was slow once', () => {
    const endpoints = health(64);
    for (let n = 0; n < 1000; n += 1) endpoints.note(`${n}`, true);
    endpoints.note('slow.test', true);
    expect(fill(endpoints, ['a'])).toEqual([24]);
    const { slowTeams, slowEndpoints, teams } = endpoints.barred();
    expect([slowTeams, slowEndpoints.length, teams]).toEqual([['a'], 1001, []]);
    expect(endpoints.takeSlot('newcomer', 'slow.test')).toEqual(isFunction);
    expect(endpoints.takeSlot('a', 'quick.test')).toEqual(isFunction);
  });

  it('works with a single slot', () => {
    const endpoints = health(1);
    const leave = endpoints.takeSlot('team', 'a');
    expect([leave, endpoints.takeSlot('team', 'b'), endpoints.isFull]).toEqual([isFunction, undefined, true]);
    leave?.();
    endpoints.note('a', true);
    expect(endpoints.takeSlot('team', 'a')).toEqual(isFunction);
  });
});
