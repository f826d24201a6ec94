import { HostList } from '@orbweaver/core';
import { hostLists, wrongHostLists } from '@orbweaver/testing';
import { isProblem, readUrl } from './read-url';

const listsOf = (allow: string[], deny: string[]) => ({
  allowed: new HostList(allow.join()),
  closed: new HostList(deny.join()),
});

const read = (url: string, allow: string[] = [], deny: string[] = []) => {
  const reading = readUrl(url, listsOf(allow, deny));
  return isProblem(reading) ? reading.explain() : reading.url;
};

const TLD = expect.stringMatching(/^URL must have a valid top-level domain or be a valid path, not "[^"]+"$/);
const PRIVATE = expect.stringMatching(
  /^URL must point to a public address, not to [^ ]+; only the operator of this service can allow it \(EGRESS_ALLOW\)$/,
);
const METADATA = expect.stringMatching(
  /^URL must point to a public address, not to [^ ]+; this service never allows it$/,
);
const PATH = expect.stringMatching(/^URL needs a host, "[^"]+" is only a path$/);
const PROTOCOL = expect.stringMatching(/^URL uses unsupported protocol, .*"$/);
const INVALID = expect.stringMatching(/^Invalid URL "[^"]*", it must be one such as /);

describe('readUrl', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['example.com', 'http://example.com/'],
    ['  example.com/a b ', 'http://example.com/a%20b'],
    ['HTTP://EXAMPLE.com:80/A', 'http://example.com/A'],
    ['https://example.com?pagewanted=all&et_blog', 'https://example.com/?pagewanted=all&et_blog'],
    ['example.com:8080/path', 'http://example.com:8080/path'],
    ['https://пример.рф/страница', 'https://xn--e1afmkfd.xn--p1ai/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0'],
    ['https://example.com./', 'https://example.com./'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['https://example.com/?to=http://other.example', 'https://example.com/?to=http://other.example'],
  ])('accepts %s', (written, url) => {
    expect(read(written)).toBe(url);
  });

  it.each([
    ['ftp://example.com', PROTOCOL],
    ['file:///etc/passwd', PROTOCOL],
    ['javascript:alert(1)', INVALID],
    ['mailto:someone@example', TLD],
    ['http://http://example.com', INVALID],
    ['https://https:example.com', INVALID],
    ['/blog', PATH],
    ['./blog', PATH],
    ['../blog', PATH],
    ['http://', INVALID],
    ['', INVALID],
    ['not a url', INVALID],
    ['http://example.c', TLD],
    ['http://intranet/', TLD],
    ['http://a..example.com', TLD],
    ['http://localhost:3000', PRIVATE],
    ['http://127.0.0.1/', PRIVATE],
    ['http://2130706433/', PRIVATE],
    ['http://10.0.0.12/', PRIVATE],
    ['http://169.254.169.254/latest/meta-data', METADATA],
    ['http://[::1]/', PRIVATE],
    ['http://100.64.0.1/', PRIVATE],
    ['http://[64:ff9b::a00:1]/', PRIVATE],
    ['http://239.1.1.1/', PRIVATE],
    ['http://255.255.255.255/', PRIVATE],
    ['http://shop.localhost/', PRIVATE],
  ])('rejects %s', (written, problem) => {
    expect(read(written)).toEqual(problem);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://168.63.129.16/',
    'http://[fd00:ec2::254]/',
  ])('rejects the metadata service %s even if EGRESS_ALLOW contains it', (url) => {
    expect(read(url, ['0.0.0.0/0', '::/0', '169.254.169.254'])).toEqual(METADATA);
  });

  it('omits the password and query of a URL from errors', () => {
    expect(read('ftp://me:secret@example.com/?key=secret')).toMatch(/not be "ftp:\/\/…@example.com\/\?…"$/);
    expect(read('me:secret@example?secret')).toMatch(/not "…@example\?…"$/);
  });

  it.each([
    ['http://127.0.0.1:8080/', ['127.0.0.0/8']],
    ['http://localhost:8080/', ['127.0.0.0/8']],
    ['http://shop.localhost/', ['127.0.0.1']],
    ['http://[::1]:8080/', ['::1']],
    ['http://intranet/', ['intranet']],
    ['http://wiki.x/', ['*.x']],
    ['http://10.1.2.3/', ['192.168.0.0/16', '10.0.0.0/8']],
    ['https://intranet/', ['intranet:443']],
    ['http://10.1.2.3:8080/', ['10.0.0.0/8:8080']],
  ])('accepts %s if EGRESS_ALLOW is %j', (written, allow) => {
    expect(read(written, allow)).toBe(written);
  });

  it.each<[string, string[], boolean]>([
    ['http://shop.example/a', ['shop.example'], true],
    ['SHOP.example.', ['shop.example'], true],
    ['http://www.shop.example/', ['shop.example'], false],
    ['http://www.shop.example/', ['*.shop.example'], true],
    ['http://8.8.8.8/', ['8.8.8.0/24'], true],
    ['http://134744072/', ['8.8.8.8'], true],
    ['http://127.0.0.1/', ['127.0.0.1'], true],
    ['http://shop.example:8080/', ['shop.example:8080'], true],
    ['http://shop.example/', ['shop.example:8080'], false],
  ])('rejects %s as denied if EGRESS_DENY is %j: %s', (written, deny, closed) => {
    const reading = readUrl(written, listsOf(['127.0.0.0/8'], deny));
    expect(isProblem(reading) && reading.refusal?.cause === 'closed').toBe(closed);
    if (closed) expect(read(written, ['127.0.0.0/8'], deny)).toMatch(/^This site is not supported/);
  });

  it.each<[string, string[], string[], RegExp]>([
    [
      'http://10.0.0.1/',
      [],
      [],
      /not to 10\.0\.0\.1; only the operator of this service can allow it \(EGRESS_ALLOW\)$/,
    ],
    ['http://localhost:3002/', ['127.0.0.1:8080'], [], /; the operator .* allows only other ports than 3002$/],
    ['https://shop.example/', [], ['shop.example'], /: the operator of this service has closed shop\.example$/],
    ['https://shop.example/', [], ['*.example:443'], / has closed port 443 of shop\.example$/],
    ['http://127.0.0.1/', ['127.0.0.0/8'], ['127.0.0.1:80'], / has closed port 80 of 127\.0\.0\.1$/],
  ])(
    'explains the rejection of %s with EGRESS_ALLOW %j and EGRESS_DENY %j without naming settings',
    (written, allow, deny, problem) => {
      expect(read(written, allow, deny)).toMatch(problem);
    },
  );

  it('keeps the original URL', () => {
    const reading = readUrl('Example.com?a', listsOf([], []));
    expect(reading).toEqual({
      url: 'http://example.com/?a',
      absolute: 'http://Example.com?a',
      sourceUrl: 'Example.com?a',
    });
  });
});

describe('EGRESS_ALLOW and EGRESS_DENY', () => {
  it.each(wrongHostLists)('rejects the invalid entry %s of EGRESS_ALLOW and EGRESS_DENY', (entry) => {
    expect(() => new HostList(entry)).toThrow(entry);
  });

  it.each(hostLists)('interprets %s like the egress guard: matches %s: %s', (entry, host, isNamed, port) => {
    expect(new HostList(entry).names(host, port)).toBe(isNamed);
  });
});
