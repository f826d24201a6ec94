import type { JobUrl } from './load-urls';
import { reasonsOf, treeOf, treeRows } from './site-tree';

const urlOf = (url: string, state: JobUrl['state'] = 'done', reason?: JobUrl['reason']): JobUrl => ({
  ...{ id: url, url, state, depth: 1 },
  ...(reason === undefined ? {} : { reason }),
});

const urls = [
  urlOf('https://a.test/'),
  urlOf('https://a.test/docs/one'),
  urlOf('https://a.test/docs/two?page=2', 'failed', 'bad-response'),
  urlOf('https://b.test/__proto__/constructor', 'skipped', 'robots'),
  urlOf('not a url', 'skipped', 'robots'),
];

describe('treeOf', () => {
  it('counts the pages below each host and folder by state', () => {
    const tree = treeOf(urls);
    expect(tree.total).toBe(5);
    expect(tree.counts).toEqual({ done: 2, failed: 1, skipped: 2, queued: 0, leased: 0 });
    const docs = tree.children.get('a.test')!.children.get('docs')!;
    expect([docs.total, docs.counts.failed, [...docs.children.keys()]]).toEqual([2, 1, ['one', 'two']]);
    expect([...tree.children.keys()]).toEqual(['a.test', 'b.test', 'not a url']);
  });

  it('shows the children of open folders only, largest first', () => {
    const tree = treeOf(urls);
    const namesOf = (open: string[]) => treeRows(tree, new Set(open)).map(({ node, depth }) => `${depth} ${node.name}`);
    expect(namesOf([])).toEqual(['0 a.test', '0 b.test', '0 not a url']);
    expect(namesOf(['/a.test', '/a.test/docs'])).toEqual([
      ...['0 a.test', '1 docs', '2 one', '2 two'],
      ...['0 b.test', '0 not a url'],
    ]);
  });
});

describe('reasonsOf', () => {
  it('counts skipped and failed pages by reason, most frequent first', () => {
    expect(reasonsOf(urls)).toEqual([
      { state: 'skipped', reason: 'robots', total: 2 },
      { state: 'failed', reason: 'bad-response', total: 1 },
    ]);
  });
});
