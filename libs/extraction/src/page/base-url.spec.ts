import { parseHtml } from '../tree/parse-html';
import { findBaseUrl, MAX_URL_LENGTH, resolveUrl } from './base-url';

const pageUrl = 'https://example.com/dir/page?q=1';

describe('findBaseUrl', () => {
  it.each([
    ['', pageUrl],
    ['<base target=_top>', pageUrl],
    ['<base href="/other/"><base href="/second/">', 'https://example.com/other/'],
    ['<base target=_top><base href="//cdn.example.net/x">', 'https://cdn.example.net/x'],
    ['<BASE HREF=" ../up/\n">', 'https://example.com/up/'],
    ['<base href="?x">', 'https://example.com/dir/page?x'],
    ['<base href="">', pageUrl],
    ['<base href="&#x2F;entity&#x2F;">', 'https://example.com/entity/'],
    ['<base href="\\\\back.example\\p\\">', 'https://back.example/p/'],
    ['<base href="HTTP://UP.Example:80/x/../y">', 'http://up.example/y'],
    // The second does not take the place of a first that is none.
    ['<base href="http://["><base href="/second/">', pageUrl],
    ['<base href="data:text/html,x"><base href="/second/">', pageUrl],
    ['<base href="javascript:x">', pageUrl],
    ['<a href=x>1</a><div><base href="/body/"></div>', 'https://example.com/body/'],
    ['<!-- <base href="/comment/"> --><base href="/a/">', 'https://example.com/a/'],
    ['<script>"<base href=/script/>"</script><base href="/a/">', 'https://example.com/a/'],
    ['<template><base href="/template/"></template>', pageUrl],
    ['<noscript><p><base href="/noscript/"></p></noscript>', pageUrl],
    ['<svg><g><base href="/svg/"></g></svg>', pageUrl],
    ['<svg><foreignObject><base href="/html/"></foreignObject></svg>', 'https://example.com/html/'],
    ['<math><base href="/math/"></math>', pageUrl],
    [`<base href="/${'x'.repeat(5000)}/">`, pageUrl],
  ])('resolves the base of %p to %s', (head, expected) => {
    expect(findBaseUrl(parseHtml(head).root, pageUrl)).toBe(expected);
  });
});

/** Checked against `a.href` of Chromium. */
const RESOLVED: [reference: string, url: string | undefined][] = [
  ['x', 'https://example.com/dir/x'],
  ['', pageUrl],
  ['.', 'https://example.com/dir/'],
  ['..', 'https://example.com/'],
  ['../../../x', 'https://example.com/x'],
  ['/a/./b/../c', 'https://example.com/a/c'],
  ['/a/%2e/b/%2E%2e/c', 'https://example.com/a/c'],
  ['/a//b/', 'https://example.com/a//b/'],
  ['//host.example', 'https://host.example/'],
  ['///host.example/p', 'https://host.example/p'],
  ['\\x', 'https://example.com/x'],
  ['\\\\host.example\\p', 'https://host.example/p'],
  ['/\\host.example', 'https://host.example/'],
  ['//', undefined],
  ['?', 'https://example.com/dir/page?'],
  ['?x', 'https://example.com/dir/page?x'],
  ['#f', `${pageUrl}#f`],
  [' \t/a ', 'https://example.com/a'],
  ['/a\tb\r\nc', 'https://example.com/abc'],
  ['\u0001/a\u001f', 'https://example.com/a'],
  ['\u00a0/a', 'https://example.com/dir/%C2%A0/a'],
  ['/a\u2003', 'https://example.com/a%E2%80%83'],
  ['/a b?c d#e f', 'https://example.com/a%20b?c%20d#e%20f'],
  ['/ä?ö#ü', 'https://example.com/%C3%A4?%C3%B6#%C3%BC'],
  ['/😀', 'https://example.com/%F0%9F%98%80'],
  ['/%20%zz%', 'https://example.com/%20%zz%'],
  ['/"<>`{}^', 'https://example.com/%22%3C%3E%60%7B%7D%5E'],
  [`/?"<>'^`, 'https://example.com/?%22%3C%3E%27^'],
  ['/a?b\\c', 'https://example.com/a?b\\c'],
  ['http:x', 'http://x/'],
  ['https:x', 'https://example.com/dir/x'],
  ['https:/x.example/', 'https://example.com/x.example/'],
  ['http:/x.example/', 'http://x.example/'],
  ['http:\\\\x.example\\y', 'http://x.example/y'],
  ['HTTP://UP.Example/Path', 'http://up.example/Path'],
  ['http://x.example:80/', 'http://x.example/'],
  ['http://x.example:443', 'http://x.example:443/'],
  ['http://x.example:', 'http://x.example/'],
  ['http://x.example:99999/', undefined],
  ['http://user:word@x.example', 'http://user:word@x.example/'],
  ['http://x.example?q', 'http://x.example/?q'],
  ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['http://faß.example/', 'http://xn--fa-hia.example/'],
  ['http://a\u3002example/', 'http://a.example/'],
  ['http://a%41.example/', 'http://aa.example/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['http://256.256.256.256/', undefined],
  ['http://[::ffff:1.2.3.4]/', 'http://[::ffff:102:304]/'],
  ['http://[1:2', undefined],
  ['http://a b/', undefined],
  ['http://', undefined],
  ['MAILTO:a@b.example', 'mailto:a@b.example'],
  ['java\nscript:x', 'javascript:x'],
  ['www.x.example', 'https://example.com/dir/www.x.example'],
  ['x.example:80/', 'x.example:80/'],
  [' data:image/gif;base64,R0\n lG ', 'data:image/gif;base64,R0 lG'],
  [`/${'x'.repeat(MAX_URL_LENGTH)}`, undefined],
];

describe('resolveUrl', () => {
  it.each(RESOLVED)('resolves %p to %p', (reference, url) => {
    expect(resolveUrl(reference, pageUrl)).toBe(url);
  });
});
