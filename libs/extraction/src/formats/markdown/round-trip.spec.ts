import { type Example, tests } from 'commonmark-spec';
import { outlineHtml, readableText } from '../../../test/outline-html';
import { RENDERERS } from '../../../test/render-markdown';
import { GFM_CASES, REAL_CASES } from '../../../test/round-trip-cases';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

/** Examples whose structure we change on purpose, or cannot keep. Nothing else may join them. */
const CHANGED = new Map([
  ...[148, 149, 160, 190, 191].map((number): [number, string] => [
    number,
    'a table of one cell arranges, and is no data',
  ]),
  [200, 'a link without an address is its text'],
  [217, 'a title that says what the link says is left out'],
  [298, 'an item that holds nothing but a list gives it its place'],
  [485, 'a link without an address is its text'],
  [486, 'a link without an address is its text'],
  [520, 'markdown-it leaves out what is escaped in the text of an image, and marked what is not'],
  [567, 'a link without an address is its text'],
  [570, 'links side by side are set apart'],
]);

const convert = (html: string) => toMarkdown(parseHtml(html).root);
/** The specification shows tabs as arrows. */
const htmlOf = (example: Example) => example.html.replaceAll('→', '\t');

describe.each(RENDERERS)('HTML that became markdown and is rendered by %s', (_name, render) => {
  it('preserves the structure of all other CommonMark examples', () => {
    const changed = tests.filter((example) => {
      const html = htmlOf(example);
      return outlineHtml(render(convert(html))) !== outlineHtml(html);
    });
    expect(changed.map((example) => example.number)).toEqual([...CHANGED.keys()]);
  });

  it('preserves the text of all CommonMark examples', () => {
    const lost = tests.filter((example) => {
      const html = htmlOf(example);
      return readableText(render(convert(html))) !== readableText(html);
    });
    expect(lost.map((example) => example.number)).toEqual([]);
  });

  it.each([...GFM_CASES, ...REAL_CASES])('preserves the structure and text of %s', (_title, html) => {
    const rendered = render(convert(html));
    expect(outlineHtml(rendered)).toBe(outlineHtml(html));
    expect(readableText(rendered)).toBe(readableText(html));
  });

  it('is stable when converted again', () => {
    for (const html of [...tests.map(htmlOf), ...[...GFM_CASES, ...REAL_CASES].map(([, html]) => html)]) {
      const markdown = convert(html);
      expect(outlineHtml(render(convert(render(markdown))))).toBe(outlineHtml(render(markdown)));
    }
  });
});
