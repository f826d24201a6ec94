import { hostLists, wrongHostLists } from '@orbweaver/testing';
import { ClosedHosts } from './closed-hosts';

describe('ClosedHosts', () => {
  it.each(wrongHostLists)('is not made of %s', (entry) => {
    expect(() => new ClosedHosts([entry])).toThrow(entry);
  });

  it.each(hostLists)('reads %s as the guard of connections does: %s is named: %s', (entry, host, isNamed, port) => {
    expect(new ClosedHosts([entry]).names(host, port)).toBe(isNamed);
  });
});
