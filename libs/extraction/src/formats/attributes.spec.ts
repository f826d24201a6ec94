import { extractDocument } from '../../test/extract-document';

describe('collectAttributes', () => {
  const elements =
    '<html><body><nav><a class=more data-id=1 href=/n>n</a></nav><main><a class=more data-id=2 data-href=/d>x</a>' +
    '<a class=more>y</a><img src=p.png><IMG SRC=q.png data-src=r.png></main></body></html>';
  const ask = (...pairs: [string, string][]) => ({
    formats: [
      { type: 'attributes' as const, selectors: pairs.map(([selector, attribute]) => ({ selector, attribute })) },
    ],
  });

  it.each<[string, string, string[]]>([
    ['a.more', 'data-id', ['1', '2']],
    ['main a', 'data-id', ['2']],
    ['a', 'href', ['/n', '/d']],
    ['a', 'ID', ['1', '2']],
    ['img', 'src', ['p.png', 'q.png']],
    ['img, nav a', 'class', ['more']],
    ['video', 'src', []],
  ])('returns for %s and %s the values %j', async (selector, attribute, values) => {
    const { content } = await extractDocument(elements, ask([selector, attribute]));
    expect(content).toEqual({ attributes: [{ selector, attribute, values }] });
  });

  it('returns an entry for every selector and reports invalid ones', async () => {
    const { content } = await extractDocument(elements, ask(['a[', 'href'], ['main img', 'src']));
    expect(content).toEqual({
      attributes: [
        { selector: 'a[', attribute: 'href', values: [] },
        { selector: 'main img', attribute: 'src', values: ['p.png', 'q.png'] },
      ],
      warning: expect.stringMatching(/^attributes: "a\[" is not a valid CSS selector/),
    });
  });

  it('limits the size of all values', async () => {
    const { content } = await extractDocument(`<p title="${'x'.repeat(1_000_000)}">`.repeat(3), {
      formats: [{ type: 'attributes', selectors: Array(5).fill({ selector: 'p', attribute: 'title' }) }],
    });
    expect(content.attributes?.map(({ values }) => values.length)).toEqual([3, 3, 2, 0, 0]);
    expect(content.warning).toContain('too many values');
  });

  it.each(['{"a":1}', '%PDF-1.4'])('returns no values for a body without elements: %s', async (body) => {
    const { content } = await extractDocument(
      body,
      { ...ask(['a', 'href']), pdf: { parse: false } },
      { headers: { 'content-type': body.startsWith('{') ? 'application/json' : 'application/pdf' } },
    );
    expect(content).toEqual({ attributes: [{ selector: 'a', attribute: 'href', values: [] }] });
  });
});
