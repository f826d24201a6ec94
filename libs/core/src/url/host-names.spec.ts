import { HostNames, readHostEntry } from './host-names';

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
    expect(names.has(hostname, 80)).toBe(has);
  });

  it('respects the ports of an entry', () => {
    const names = new HostNames();
    for (const [name, port] of [
      ['wiki.intern', 80],
      ['wiki.intern', 8080],
      ['*.intern', 443],
      ['all.intern', 1],
      ['all.intern'],
    ] as const)
      names.add(name, port);
    const open = (hostname: string) => [1, 80, 443, 8080].filter((port) => names.has(hostname, port));
    expect([open('wiki.intern'), open('a.intern'), open('all.intern'), open('intern')]).toEqual([
      [80, 443, 8080],
      [443],
      [1, 80, 443, 8080],
      [],
    ]);
  });

  it.each(['10.0.0.1', '*', '*.', 'http://wiki', 'a..b', '', '::1', 'a*.b'])('rejects %s', (entry) => {
    expect(new HostNames().add(entry)).toBe(false);
  });
});

describe('readHostEntry', () => {
  it.each<[string, string, number | undefined]>([
    ['wiki.intern', 'wiki.intern', undefined],
    ['wiki.intern:8080', 'wiki.intern', 8080],
    ['*.intern:1', '*.intern', 1],
    ['10.0.0.0/8:65535', '10.0.0.0/8', 65_535],
    ['fd12::1:80', 'fd12::1:80', undefined],
    ['[fd12::1]', 'fd12::1', undefined],
    ['[fd12::1]:80', 'fd12::1', 80],
    ['[fd00::/8]:80', 'fd00::/8', 80],
    ['[wiki]:80', '[wiki]', 80],
  ])('reads %s as %s with port %s', (entry, host, port) => {
    expect(readHostEntry(entry)).toEqual({ host, port });
  });

  it.each(['wiki:', 'wiki:0', 'wiki:65536', 'wiki:http', 'wiki:-1', '[::1]:x', 'http://wiki'])(
    'rejects %s',
    (entry) => {
      expect(readHostEntry(entry)).toBeUndefined();
    },
  );
});
