import { hostLists, wrongHostLists } from '@orbweaver/testing';
import { ClosedHosts } from './closed-hosts';

describe('ClosedHosts', () => {
  it.each(wrongHostLists)('refuses %s', (entry) => {
    expect(() => new ClosedHosts([entry])).toThrow(entry);
  });

  it.each(hostLists)('reads %s as the egress guard does: names %s: %s', (entry, host, isNamed, port) => {
    expect(new ClosedHosts([entry]).names(host, port)).toBe(isNamed);
  });
});
