import { HostNames } from './host-names';

describe('HostNames', () => {
  it.each<[string, string, boolean]>([
    ['wiki.intern', 'wiki.intern', true],
    ['wiki.intern', 'a.wiki.intern', false],
    ['*.intern', 'wiki.intern', true],
    ['*.intern', 'a.wiki.intern', true],
    ['*.intern', 'intern', false],
    ['*.intern', 'notintern', false],
    ['db_1', 'db_1', true],
  ])('%s: has %s is %s', (entry, hostname, has) => {
    const names = new HostNames();
    expect(names.add(entry)).toBe(true);
    expect(names.has(hostname)).toBe(has);
  });

  it.each(['10.0.0.1', '*', '*.', 'http://wiki', 'a..b', '', '::1', 'a*.b'])('takes no %s', (entry) => {
    expect(new HostNames().add(entry)).toBe(false);
  });
});
