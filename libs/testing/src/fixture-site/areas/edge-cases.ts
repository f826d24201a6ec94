import { type FixtureAnswer, html } from '../page-answer';

/** Small groups of pages with one peculiarity and one start URL each. */
export function planEdgeCases(main: string, other: string): Map<string, FixtureAnswer> {
  return new Map<string, FixtureAnswer>([
    ...planRobotsPages(),
    ...planSitemapPages(),
    ...planBrokenPages(),
    ...planTwinsPages(),
    ['/sections/', html('Sections', ['/sections/blog/', '/sections/shop/', '/sections/about'])],
    ['/sections/about', html('Sections about', ['/tree/'])],
    ['/sections/blog/', html('Sections blog', ['/sections/blog/first', '/sections/blog/second'])],
    ['/sections/blog/first', html('Sections first', ['/sections/shop/', '/sections/blog/draft/new'])],
    ['/sections/blog/second', html('Sections second', ['/sections/blog/first'])],
    ['/sections/blog/draft/new', html('Sections draft', ['/sections/blog/second'])],
    ['/sections/shop/', html('Sections shop', ['/sections/shop/item', '/sections/blog/'])],
    ['/sections/shop/item', html('Sections item', [])],
    ['/sections/shopping', html('Sections shopping', [])],
    ['/base/', html('Base', ['leaf', '/base/plain'], { base: '/base/deep/' })],
    ['/base/deep/leaf', html('Base leaf', [])],
    ['/base/plain', html('Base plain', [])],
    ['/frames/', html('Frames', ['/frames/beside'], { markup: '<iframe src="/frames/inner"></iframe>' })],
    ['/frames/beside', html('Frames beside', [])],
    ['/frames/inner', html('Frames inner', [])],
    ['/external/', html('External', ['/external/inside', `${other}/landing`, `${other}/second`])],
    ['/external/inside', html('External inside', [`${other}/third`])],
    [
      '/dangerous/',
      html('Dangerous', [
        'http://169.254.169.254/latest/meta-data/',
        'http://10.255.255.1/secret',
        'http://[::ffff:10.255.255.1]/secret',
        `${main}/dangerous/harmless`,
      ]),
    ],
    ['/dangerous/harmless', html('Dangerous harmless', [])],
    ['/busy/', html('Busy', ['/busy/later', '/busy/calm'])],
    ['/busy/later', { kind: 'busy', times: 2, retryAfterSeconds: 1, afterwards: html('Busy later', ['/busy/found']) }],
    ['/busy/calm', html('Busy calm', [])],
    ['/busy/found', html('Busy found', [])],
    ['/hanging', { kind: 'hanging' }],
    ['/plain', html('Plain', ['/tree/', 'relative', 'https://example.com/elsewhere', 'mailto:someone@example.com'])],
  ]);
}

function planRobotsPages(): [string, FixtureAnswer][] {
  return [
    ['/robots/', html('Robots', ['/robots/free', '/robots/secret/a', '/robots/secret/b'])],
    ['/robots/free', html('Robots free', ['/robots/secret/open', '/robots/secret/a'])],
    ['/robots/secret/a', html('Robots secret a', ['/robots/behind'])],
    ['/robots/secret/b', html('Robots secret b', [])],
    ['/robots/secret/open', html('Robots open', [])],
    ['/robots/behind', html('Robots behind', [])],
  ];
}

function planSitemapPages(): [string, FixtureAnswer][] {
  return [
    ['/mapped/', html('Mapped', ['/mapped/linked'])],
    ['/mapped/linked', html('Mapped linked', [])],
    ['/mapped/listed', html('Mapped listed', ['/mapped/linked'])],
    ['/mapped/orphan', html('Mapped orphan', ['/mapped/beyond'])],
    ['/mapped/beyond', html('Mapped beyond', ['/mapped/far-beyond'])],
    ['/mapped/far-beyond', html('Mapped far beyond', [])],
  ];
}

function planBrokenPages(): [string, FixtureAnswer][] {
  return [
    [
      '/broken/',
      html('Broken', [
        '/broken/missing',
        '/broken/forbidden',
        '/broken/failing',
        '/broken/dropped',
        '/broken/dropped-once',
        '/broken/whole',
      ]),
    ],
    ['/broken/missing', html('Broken missing', [], { status: 404 })],
    ['/broken/forbidden', html('Broken forbidden', [], { status: 403 })],
    ['/broken/failing', html('Broken failing', [], { status: 500 })],
    ['/broken/dropped', { kind: 'dropped', times: Number.POSITIVE_INFINITY }],
    ['/broken/dropped-once', { kind: 'dropped', times: 1, afterwards: html('Broken dropped once', []) }],
    ['/broken/whole', html('Broken whole', [])],
  ];
}

function planTwinsPages(): [string, FixtureAnswer][] {
  return [
    [
      '/twins/',
      html('Twins', [
        '/twins/page',
        '/twins/page/',
        '/twins/page#one',
        '/twins/page#two',
        '/twins/index.html',
        '/twins/item?id=1',
        '/twins/item?id=2',
        '/twins/item?id=2#reviews',
        '/twins/item',
      ]),
    ],
    ['/twins/index.html', html('Twins', ['/twins/page'])],
    ['/twins/page', html('Twins page', ['/twins/'])],
    ['/twins/item', html('Twins item', [])],
    ['/twins/item?id=1', html('Twins item 1', ['/twins/item?id=3'])],
    ['/twins/item?id=2', html('Twins item 2', [])],
    ['/twins/item?id=3', html('Twins item 3', [])],
  ];
}
