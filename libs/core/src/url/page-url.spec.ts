import { bareHost, isRoute, parentHost, pathDepth, politenessHost, resolveLink } from './page-url';

describe('resolveLink', () => {
  it.each([
    ['a path', '/b', 'https://a.example/b'],
    ['a sibling', 'b?c#d', 'https://a.example/x/b?c#d'],
    ['another host', '//b.example', 'https://b.example/'],
    ['surrounding white space', ' \n/b ', 'https://a.example/b'],
    ['a missing slash after the scheme', 'http:/b.example/c', 'http://b.example/c'],
    ['a missing slash after the scheme of the page', 'https:/b.example/c', 'https://b.example/c'],
    ['credentials', 'https://me:secret@b.example/', 'https://b.example/'],
    ['an international host', 'https://BÜCHER.example/', 'https://xn--bcher-kva.example/'],
  ])('resolves %s', (_, reference, expected) => {
    expect(resolveLink(reference, 'https://a.example/x/y')).toBe(expected);
  });

  it.each([
    'mailto:a@b.example',
    'javascript:void(0)',
    'data:text/html,x',
    'ftp://b.example/',
    'https://',
    'http://a:b:c/',
    `/${'a'.repeat(8192)}`,
    `/${'語'.repeat(1000)}`,
  ])('is undefined for %.50s', (reference) => {
    expect(resolveLink(reference, 'https://a.example/')).toBeUndefined();
  });

  it('is undefined for an invalid base', () => {
    expect(resolveLink('b', 'about:blank')).toBeUndefined();
  });
});

it.each([
  ['https://a.example/', 0],
  ['https://a.example/index.html', 0],
  ['https://a.example/a', 1],
  ['https://a.example//a//b/', 2],
  ['https://a.example/a/index.php', 1],
  ['https://a.example/a/index.php/b', 3],
])('pathDepth(%s) is %i', (url, depth) => {
  expect(pathDepth(url)).toBe(depth);
});

it.each([
  ['www.a.example', 'a.example'],
  ['www.www.a.example.', 'a.example'],
  ['www.com', 'www.com'],
  ['wwwa.example', 'wwwa.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
])('bareHost(%s) is %s', (hostname, bare) => {
  expect(bareHost(hostname)).toBe(bare);
});

it('politenessHost includes the port', () => {
  expect(politenessHost('https://A.example:443/x')).toBe('a.example');
  expect(politenessHost('http://a.example:8080/x')).toBe('a.example:8080');
});

it.each([
  ['docs.a.example', 'a.example'],
  ['x.docs.a.example.', 'docs.a.example'],
  ['a.example', undefined],
  ['a.co.uk', undefined],
  ['docs.a.co.uk', 'a.co.uk'],
  ['joe.github.io', undefined],
  ['www.docs.a.example', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
  ['localhost', undefined],
])('parentHost(%s) is %s', (hostname, parent) => {
  expect(parentHost(hostname)).toBe(parent);
});

it.each([
  ['#/a', true],
  ['#!/a', true],
  ['#/', false],
  ['#!/', false],
  ['#!a', false],
  ['#a/b', false],
  ['', false],
])('isRoute(%s) is %s', (hash, route) => {
  expect(isRoute(hash)).toBe(route);
});
