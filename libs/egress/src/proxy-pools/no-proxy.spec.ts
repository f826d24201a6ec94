import { NoProxy } from './no-proxy';

describe('NoProxy', () => {
  it.each<[string, string, boolean]>([
    ['', 'http://a.test/', false],
    ['*', 'http://a.test/', true],
    ['b.test, *', 'http://a.test/', true],
    ['a.test', 'http://a.test/', true],
    ['A.Test', 'http://a.test./', true],
    ['a.test', 'http://www.a.test/', true],
    ['a.test', 'http://ba.test/', false],
    ['.a.test', 'http://www.a.test/', true],
    ['.a.test', 'http://a.test/', true],
    ['*.a.test', 'http://www.a.test/', true],
    ['b.test,a.test', 'http://a.test/', true],
    ['b.test a.test', 'http://a.test/', true],
    ['a.test:8080', 'http://a.test:8080/', true],
    ['a.test:8080', 'http://a.test/', false],
    ['a.test:443', 'https://a.test/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.0.0.1:80', 'http://10.0.0.1/', true],
    ['10.0.0.1:80', 'https://10.0.0.1/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['[fd12::1]:8080', 'http://[fd12::1]:8080/', true],
    ['::1', 'http://[::1]/', true],
    ['127.0.0.1', 'http://localhost/', true],
    ['localhost', 'http://localhost:3000/', true],
  ])('with "%s" decides for %s: direct %s', (text, address, isDirect) => {
    const { hostname, port, protocol } = new URL(address);
    expect(new NoProxy(text).has(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))).toBe(isDirect);
  });

  it('rejects entries in other forms and names each', () => {
    expect(() => new NoProxy('ok.test,192.168.*,<local>,a.test:x')).toThrow(
      '"192.168.*", "<local>", "a.test:x": not a host name, .suffix, address, CIDR block or *, with or without a port',
    );
  });
});
