import { inspect } from 'node:util';
import { parseProxyList } from './parse-proxy-list';

it('parses proxies of every kind', () => {
  const proxies = parseProxyList(
    ' http://me:p%40ss%2C%25@proxy.test:3128?country=de , https://proxy.test/, socks5://[2001:db8::1],,socks5h://u@h:9',
  );
  expect(
    proxies.map(({ protocol, host, port, country, position }) => [protocol, host, port, country, position]),
  ).toEqual([
    ['http', 'proxy.test', 3128, 'DE', 1],
    ['https', 'proxy.test', 443, undefined, 2],
    ['socks5', '2001:db8::1', 1080, undefined, 3],
    ['socks5', 'h', 9, undefined, 4],
  ]);
  expect(proxies.map((proxy) => proxy.credential())).toEqual([
    { username: 'me', password: 'p@ss,%' },
    undefined,
    undefined,
    { username: 'u', password: '' },
  ]);
  expect(proxies[0]!.authorization()).toBe(`Basic ${Buffer.from('me:p@ss,%').toString('base64')}`);
  expect(parseProxyList(' , ')).toEqual([]);
});

it.each([
  ['proxy.test:3128', /^entry 2 is not a proxy URL/],
  ['me:hunter2@proxy.test:3128', /^entry 2 is not a proxy URL/],
  ['http://me:hunter2@proxy.test:99999', /^entry 2 is not a proxy URL/],
  ['ftp://me:hunter2@proxy.test', /^entry 2 must start with/],
  ['socks4://me:hunter2@proxy.test', /^entry 2 must start with/],
  ['socks5://', /^entry 2 (?:has no host|is not a proxy URL)/],
  ['http://me:hunter2@proxy.test/path', /^entry 2 has a path/],
  ['http://me:hunter2@proxy.test?land=DE', /^entry 2 has an unknown parameter/],
  ['http://me:hunter2@proxy.test?country=Germany', /^entry 2 must have one country code/],
  ['http://me:hunter2@proxy.test?country=', /^entry 2 must have one country code/],
  ['http://me:hunter2%@proxy.test', /^entry 2 has an invalid % escape/],
])('rejects %s by position without quoting it', (entry, message) => {
  const read = () => parseProxyList(`http://good.test:1,${entry}`);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hunter2|proxy\.test/);
});

it('reports the positions of all invalid entries', () => {
  expect(() => parseProxyList('ftp://me:hunter2@a.test,http://good.test:1,b.test')).toThrow(
    /^entry 1 must start with http:\/\/, https:\/\/ or socks5:\/\/; entry 3 is not a proxy URL/,
  );
});

it('prints no credentials when an object is logged', () => {
  const [proxy] = parseProxyList('http://me:hunter2@proxy.test:1');
  expect(`${inspect(proxy, { showHidden: true, depth: 5 })}${JSON.stringify(proxy)}${String(proxy)}`).not.toMatch(
    /hunter2|me:/,
  );
});
