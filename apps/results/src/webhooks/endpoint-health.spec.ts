import { EndpointHealth } from './endpoint-health';

describe('EndpointHealth', () => {
  const health = () => new EndpointHealth({ concurrency: 6, concurrencyPerHost: 2 });

  it('gives an endpoint as many places as it may have, and each again that is given back', () => {
    const endpoints = health();
    const leave = endpoints.enter('a');
    expect([endpoints.enter('a'), endpoints.enter('a')]).toEqual([expect.any(Function), undefined]);
    leave?.();
    expect(endpoints.enter('a')).toEqual(expect.any(Function));
  });

  it('gives those that fail one place each, and half of all together', () => {
    const endpoints = health();
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) endpoints.note(name, true);
    const places = names.map((name) => endpoints.enter(name));
    expect(places.map((place) => place !== undefined)).toEqual([true, true, true, false]);
    expect(endpoints.enter('a')).toBeUndefined();
    places[0]?.();
    expect(endpoints.enter('d')).toEqual(expect.any(Function));
  });

  it('trusts one again that took a delivery, also while it holds a place', () => {
    const endpoints = health();
    endpoints.note('a', true);
    const leave = endpoints.enter('a');
    endpoints.note('a', false);
    const second = endpoints.enter('a');
    expect(second).toEqual(expect.any(Function));
    leave?.();
    second?.();
    for (const name of ['b', 'c', 'd']) endpoints.note(name, true);
    expect(['b', 'c', 'd'].map((name) => endpoints.enter(name) !== undefined)).toEqual([true, true, true]);
  });
});
