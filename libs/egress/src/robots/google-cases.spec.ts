import { RobotsRules } from './robots-rules';

/** Results of Google's parser: the file, allowed and disallowed paths. */
type Case = [what: string, lines: string[], allowed: string[], refused: string[], agent?: string];

const fooBot = (...rules: string[]) => ['user-agent: FooBot', ...rules];

it.each<Case>([
  ['fields with colons', fooBot('disallow: /'), [], ['/x/y']],
  ['unknown fields', ['foo: FooBot', 'bar: /'], ['/x/y'], []],
  ['fields without colons', ['user-agent FooBot', 'disallow /'], [], ['/x/y']],
  ['sentences as no rules', fooBot('disallow / and more', 'allow /x the rest'), ['/', '/x'], []],
  ['a sitemap without its colon', ['Sitemap https://a.example/s.xml', ...fooBot('disallow: /')], [], ['/']],
  ['a colon after spaces', ['User-agent : FooBot', 'Disallow\t: /x'], ['/y'], ['/x']],
  ['misspelt agents', ['useragent: FooBot', 'disallow: /'], [], ['/']],
  ['agents in two words', ['user agent: FooBot', 'disallow: /'], [], ['/']],
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (slip): Case => [`the misspelling ${slip}`, fooBot(`${slip}: /x`), ['/y'], ['/x']],
  ),
  [
    'groups in order',
    [
      'allow: /foo/bar/',
      ...fooBot('disallow: /', 'allow: /x/'),
      'user-agent: BarBot',
      'disallow: /',
      'allow: /y/',
      '',
      'allow: /w/',
      'user-agent: BazBot',
      '',
      'user-agent: FooBot',
      'allow: /z/',
      'disallow: /',
    ],
    ['/x/b', '/z/d'],
    ['/y/c', '/foo/bar/'],
  ],
  [
    'a sitemap within a group',
    ['User-agent: FooBot', 'Sitemap: https://foo.bar/s', 'User-agent: *', 'Disallow: /'],
    [],
    ['/'],
  ],
  [
    'an unknown line within a group',
    ['User-agent: FooBot', 'Invalid-Line: x', 'User-agent: *', 'Disallow: /'],
    [],
    ['/'],
  ],
  ['the specific group over the general one', ['user-agent: *', 'disallow: /', ...fooBot('allow: /')], ['/x/y'], []],
  ['the general group', ['user-agent: FooBot', 'allow: /', 'user-agent: *', 'disallow: /'], [], ['/x/y'], 'Other'],
  ['no group of other agents', ['user-agent: BarBot', 'disallow: /'], ['/x/y'], []],
  ['names in any case', ['USER-AGENT: FOOBAR', 'ALLOW: /x/', 'DISALLOW: /'], ['/x/y'], ['/a/b'], 'foobar'],
  [
    'names up to the first space',
    ['User-Agent: *', 'Disallow: /', 'User-Agent: Foo Bar', 'Allow: /x/', 'Disallow: /'],
    ['/x/y'],
    ['/'],
    'Foo',
  ],
  ['a star followed by words as a star', ['user-agent: * foo', 'disallow: /'], [], ['/']],
  ['a star that starts a name as no star', ['user-agent: *foo', 'disallow: /'], ['/'], []],
  ['paths case-sensitively', fooBot('disallow: /X/'), ['/x/y'], ['/X/y']],
  ['an empty file', [], ['/'], []],
  ['empty rules', fooBot('disallow:', 'allow:'), ['/'], []],
  ['the longer rule', fooBot('disallow: /x/page.html', 'allow: /x/'), ['/x/', '/x/page'], ['/x/page.html']],
  ['the longer rule that allows', fooBot('allow: /x/page.html', 'disallow: /x/'), ['/x/page.html'], ['/x/page']],
  ['Allow in a tie', fooBot('disallow: /', 'allow: /'), ['/x'], []],
  ['a trailing slash', fooBot('disallow: /x', 'allow: /x/'), ['/x/'], ['/x']],
  ['length over order', fooBot('allow: /page', 'disallow: /*.html'), ['/page'], ['/page.html']],
  ['length with a dot', fooBot('allow: /x/page.', 'disallow: /*.html'), ['/x/page.html'], ['/x/y.html']],
  [
    'the specific group although the general one is stricter',
    ['User-agent: *', 'Disallow: /x/', ...fooBot('Disallow: /y/')],
    ['/x/page'],
    ['/y/page'],
  ],
  [
    'queries with URLs',
    fooBot('disallow: /', 'allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par'),
    ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    ['/foo/bar'],
  ],
  [
    'escaped non-ASCII letters',
    fooBot('disallow: /', 'allow: /foo/bar/ツ'),
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/'],
  ],
  [
    'escaped letters',
    fooBot('disallow: /', 'allow: /foo/bar/%E3%83%84'),
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    [],
  ],
  [
    'unnecessary escapes, by RFC 9309',
    fooBot('disallow: /', 'allow: /foo/bar/%62%61%7A'),
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    [],
  ],
  [
    'a star within',
    fooBot('disallow: /foo/bar/quz', 'allow: /foo/*/qux'),
    ['/foo/bar/qux', '/foo/quz', '/foo//quz', '/foo/bax/quz'],
    ['/foo/bar/quz'],
  ],
  [
    'a trailing dollar',
    fooBot('disallow: /foo/bar$', 'allow: /foo/bar/qux'),
    ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    ['/foo/bar'],
  ],
  [
    'comments',
    ['# nothing', ...fooBot('disallow: /foo/bar#qux', 'allow: / # all', '# allow: /foo/bar/baz')],
    ['/foo/quz'],
    ['/foo/bar', '/foo/bar/qux'],
  ],
  [
    'index files as their directory',
    fooBot('disallow: /', 'allow: /allowed-slash/index.html'),
    ['/allowed-slash/', '/allowed-slash/index.html'],
    ['/allowed-slash/x', '/allowed-slash', '/index.html'],
  ],
  [
    '/fish',
    fooBot('disallow: /', 'allow: /fish'),
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.html?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/bar'],
  ],
  [
    '/fish*',
    fooBot('disallow: /', 'allow: /fish*'),
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.php?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish'],
  ],
  [
    '/fish/',
    fooBot('disallow: /', 'allow: /fish/'),
    ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    ['/fish', '/fish.html', '/Fish/Salmon.html'],
  ],
  [
    '/*.php',
    fooBot('disallow: /', 'allow: /*.php'),
    [
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '//folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    ['/php/', '/index?php', '/windows.PHP'],
  ],
  [
    '/*.php$',
    fooBot('disallow: /', 'allow: /*.php$'),
    ['/filename.php', '/folder/filename.php'],
    [
      '/filename.php?parameters',
      '/filename.php/',
      '/filename.php5',
      '/php/',
      '/filename?php',
      '/aaaphpaaa',
      '/windows.PHP',
    ],
  ],
  [
    '/fish*.php',
    fooBot('disallow: /', 'allow: /fish*.php'),
    ['/fish.php', '/fishheads/catfish.php?parameters'],
    ['/Fish.PHP'],
  ],
  ['/p against /', fooBot('allow: /p', 'disallow: /'), ['/page'], ['/x']],
  ['/folder against /folder', fooBot('allow: /folder', 'disallow: /folder'), ['/folder/page'], []],
  ['/page against /*.htm', fooBot('allow: /page', 'disallow: /*.htm'), [], ['/page.htm']],
  ['/$ against /', fooBot('allow: /$', 'disallow: /'), ['/'], ['/page.html']],
  ['a byte order mark', ['\uFEFFUser-agent: FooBot', 'Disallow: /'], [], ['/']],
  ['a truncated byte order mark', ['\uFFFDUser-agent: FooBot', 'Disallow: /'], [], ['/']],
  [
    'a byte order mark on a later line as an unknown word',
    ['User-agent: FooBot', 'Disallow: /', '\u00EF\u00BBx-User-agent: FooBot', 'Allow: /y'],
    ['/y'],
    ['/x'],
  ],
  [
    'line ends of all systems',
    ['User-Agent: foobot\r', 'Disallow: /a\rDisallow: /b', '', 'Disallow: /c'],
    ['/d'],
    ['/a', '/b', '/c'],
  ],
])('applies %s', (_, lines, allowed, refused, agent = 'FooBot') => {
  const rules = new RobotsRules(lines.join('\n'), 'http://foo.bar');
  const verdict = (path: string) => rules.isAllowed(`http://foo.bar${path}`, agent);
  expect(allowed.filter((path) => !verdict(path))).toEqual([]);
  expect(refused.filter(verdict)).toEqual([]);
});

it('finds sitemaps in any place and spelling', () => {
  const lines = [
    'Sitemap: /1.xml',
    ...fooBot('Disallow: /', 'site-map: /2.xml'),
    'SITEMAP /3.xml',
    'Disallow: /x',
    'sitemap:/4.xml',
  ];
  const rules = new RobotsRules(lines.join('\n'), 'http://foo.bar');
  expect(rules.sitemaps).toEqual([1, 2, 3, 4].map((n) => `http://foo.bar/${n}.xml`));
});
