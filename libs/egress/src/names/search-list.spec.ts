import { completeNames, parseSearchRules } from './search-list';

const KUBERNETES =
  'nameserver 10.96.0.10\nsearch shop.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n';

describe('parseSearchRules', () => {
  it.each<[string, string, string[], number]>([
    ['nothing', '', [], 1],
    ['servers only', 'nameserver 1.1.1.1\n', [], 1],
    ['a cluster', KUBERNETES, ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'], 5],
    ['a domain', 'domain Corp.Example.\n', ['corp.example'], 1],
    [
      'several lines: the last one applies',
      'search a.example\ndomain b.example\nsearch c.example d.example',
      ['c.example', 'd.example'],
      1,
    ],
    ['the root, which is ignored', 'search .\noptions timeout:1 ndots:2 rotate', [], 2],
    ['comments', '# search a.example\nsearch b.example ; c.example\n', ['b.example'], 1],
    ['more dots than the maximum', 'options ndots:99', [], 15],
    ['an invalid number', 'options ndots:x', [], 1],
  ])('parses %s', (_, text, search, ndots) => {
    expect(parseSearchRules(text)).toEqual({ search, ndots });
  });
});

describe('completeNames', () => {
  it.each<[string, string, string[]]>([
    ['wiki', 'search corp.example', ['wiki.corp.example', 'wiki']],
    ['shop.example', 'search corp.example', ['shop.example', 'shop.example.corp.example']],
    ['shop.example.', 'search corp.example', ['shop.example']],
    ['shop.example', '', ['shop.example']],
    [
      'api.shop',
      KUBERNETES,
      ['api.shop.shop.svc.cluster.local', 'api.shop.svc.cluster.local', 'api.shop.cluster.local', 'api.shop'],
    ],
    [
      'a.b.c.d.e.f',
      KUBERNETES,
      [
        'a.b.c.d.e.f',
        'a.b.c.d.e.f.shop.svc.cluster.local',
        'a.b.c.d.e.f.svc.cluster.local',
        'a.b.c.d.e.f.cluster.local',
      ],
    ],
  ])('returns the forms of %s by "%s"', (name, text, names) => {
    expect(completeNames(name, parseSearchRules(text))).toEqual(names);
  });
});
