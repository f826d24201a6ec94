import { ExtractedData } from './extracted-data';

function merge(values: readonly unknown[], maxBytes = 10_000): ExtractedData {
  const data = new ExtractedData(maxBytes);
  for (const [index, json] of values.entries()) {
    data.add({ url: `https://a.example/${index + 1}`, json, bytes: JSON.stringify(json)?.length ?? 0 });
  }
  return data;
}

describe('sources of extracted data', () => {
  it.each<[string, unknown[], Record<string, number[]>]>([
    ['the page with the first value', [{ a: null }, { a: 'x' }, { a: 'y' }], { a: [2] }],
    ['pages that added entries to a list', [{ a: [1] }, { a: [1] }, { a: [2] }], { a: [1, 3] }],
    ['pages that added to a nested object', [{ a: { b: 1 } }, { a: { c: 1 } }, { a: { b: 2 } }], { a: [1, 2] }],
    ['pages of data that is a list', [['a'], ['a'], ['b']], { data: [1, 3] }],
    ['no page without data', [undefined, {}, null], {}],
  ])('list %s', (_, values, sources) => {
    const urls = Object.entries(sources).map(([key, pages]) => [key, pages.map((n) => `https://a.example/${n}`)]);
    expect(merge(values).sources).toEqual(Object.fromEntries(urls));
  });
});

describe('the limit of extracted data', () => {
  it('omits the page that exceeds it, and all later pages', () => {
    const data = merge([{ a: ['x'] }, { a: ['y'.repeat(200)] }, { a: ['z'] }], 100);
    expect([data.data, data.pages, data.isCut]).toEqual([{ a: ['x'] }, 1, true]);
  });

  it('includes the URLs of sources', () => {
    const keys = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n]));
    const data = merge([keys, { last: 1 }], 1000);
    expect([data.pages, data.isCut]).toEqual([1, true]);
  });
});
