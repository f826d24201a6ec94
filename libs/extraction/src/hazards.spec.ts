import { gunzipSync } from 'node:zlib';
import type { DocumentContent } from '@orbweaver/core';
import fc from 'fast-check';
import { extractPage } from './extract-page';
import { captureOf, scrapeSpec } from './testing/scrape-spec';

const allFormats = scrapeSpec({
  formats: (['markdown', 'html', 'rawHtml', 'links', 'images'] as const).map((type) => ({ type })),
});

async function extract(html: string): Promise<DocumentContent> {
  const extraction = await extractPage(captureOf(html), allFormats, {
    wantsDocument: true,
    wantsOutlinks: true,
    detectShell: false,
  });
  if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
  return JSON.parse(gunzipSync(extraction.content).toString()) as DocumentContent;
}

describe('pages that are written to hurt', () => {
  it.each([
    ['2,000 nested div', '<div>x'.repeat(2000), 6_000],
    ['20,000 nested div', `${'<div>'.repeat(20_000)}deep`, 10],
    ['400 nested lists', '<ul><li>x'.repeat(400), 15_000],
    ['lists without items', `${'<ul>'.repeat(400)}x`, 10],
    ['1,000 nested quotes', '<blockquote>x'.repeat(1000), 70_000],
    ['1,000 nested tables', '<table><tr><td>x'.repeat(1000), 5_000],
    ['1,000 nested emphases', '<b><i>x'.repeat(500), 3_000],
    ['2,000 links that never end', '<a href=/x>y'.repeat(2000), 50_000],
    ['2,000 links around links', '<a href=/x><div>y'.repeat(2000), 10_000],
    [
      'cells that span everything',
      `<table><tr><th>a${'<tr><td colspan=9999 rowspan=9999>b<td>c'.repeat(500)}</table>`,
      12_000,
    ],
    ['text in one piece', 'lorem *ipsum* dolor_sit amet '.repeat(20_000), 700_000],
    ['nothing but non-breaking spaces', '&nbsp;'.repeat(100_000), 10],
    ['thousands of line breaks', 'a<br>'.repeat(5000), 25_000],
    ['an unclosed comment', `a<!-- ${'<p>x'.repeat(1000)}`, 10],
    [
      'an element with thousands of attributes',
      `<p ${Array.from({ length: 5000 }, (_, index) => `a${index}=1`).join(' ')}>x`,
      10,
    ],
  ])('give bounded markdown: %s', async (_title, html, most) => {
    const content = await extract(html);
    expect(content.markdown?.length).toBeLessThanOrEqual(most);
    if (!html.includes('nbsp')) expect(content.markdown).not.toBe('');
  });

  it.each<[string, string, Parameters<typeof scrapeSpec>[0]?, string?]>([
    ['a row of comments before a text', `${'<!---->'.repeat(140)}x`, {}, 'text/plain'],
    ['a row of comments without a type', `${'<!---->'.repeat(140)}x`, {}, 'application/octet-stream'],
    ['a row of underscores', `<p>a${'_'.repeat(200_000)}b</p>`],
    ['backgrounds that never end', `<p style="${'background:url('.repeat(650)}">x</p>`],
    ['links that never end', '<a href=/x>y'.repeat(20_000)],
    ['positions among thousands of siblings', '<p>x</p>'.repeat(10_000), { includeTags: ['p:nth-child(2n)'] }],
  ])('are done with soon: %s', async (_title, body, options = {}, type = 'text/html') => {
    const started = performance.now();
    const extraction = await extractPage(
      captureOf(body, { headers: { 'content-type': type } }),
      scrapeSpec({ ...allFormats, ...options }),
      {
        wantsDocument: true,
        wantsOutlinks: true,
        detectShell: false,
      },
    );
    expect(extraction.kind).toBe('document');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('never throw, whatever is nested in what', async () => {
    const tags =
      'a b i em p div span ul ol li table thead tr td th h1 h2 pre code blockquote img br hr body html head template svg math noscript input details script style title iframe form select option dl dt dd constructor __proto__ valueof'.split(
        ' ',
      );
    const piece = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag} href="/x" src=y class="menu katex-html gutter" colspan=3>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('<![CDATA[', '<!--', '-->', '&amp;', '&#0;', '*', '_', '`', '\n', '|', ' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const content = await extract(`<p>x</p>${pieces.join('')}`);
        expect(typeof content.markdown).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('lose no word outside of what is never shown', async () => {
    const tags =
      'b i em strong p div span ul ol li h1 h2 blockquote section article del a dl dt dd details figure center'.split(
        ' ',
      );
    const word = fc.nat(9999).map((number) => `w${number}`);
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...tags), word).map(([tag, text]) => `<${tag} href=/x>${text}`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      word.map((text) => ` ${text} `),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const html = pieces.join('');
        const wanted = (html.match(/w\d+/g) ?? []).sort();
        expect(((await extract(`<p>x</p>${html}`)).markdown?.match(/w\d+/g) ?? []).sort()).toEqual(wanted);
      }),
      { numRuns: 400 },
    );
  });
});
