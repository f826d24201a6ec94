import { expectDocument } from '../../../test/extract-document';
import { kindsOfPages } from '../../../test/kinds-of-pages';
import { openView } from '../../../test/open-view';
import { captureOf, scrapeSpec } from '../../../test/scrape-spec';
import type { ExtractionOptions } from '../../capture';
import { extractPage } from '../../extract-page';
import { PAGE_KINDS } from '../kind/page-kinds';
import { mainContentModel } from '../main-content-model';
import { contentVerdict } from './content-verdict';

const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 0.9 : 0.1 / 6));
const verdict = (confidence: number) => {
  const { view } = openView('<p>one two three');
  const page = { view, kinds, scores: Float32Array.of(0.9), threshold: 0.5 };
  return contentVerdict(page, { ...mainContentModel(), confidence: () => confidence, lowConfidence: 0.5 });
};

describe('contentVerdict', () => {
  it.each([
    [0.4949, { kind: 'forum', confidence: 0.49, isLow: true }],
    [0.4999, { kind: 'forum', confidence: 0.5, isLow: true }],
    [0.5, { kind: 'forum', confidence: 0.5, isLow: false }],
    [0.977, { kind: 'forum', confidence: 0.98, isLow: false }],
  ])('reports the most probable kind and a confidence of %d with two decimals', (confidence, expected) => {
    expect(verdict(confidence)).toEqual(expected);
  });
});

describe('extractPage', () => {
  const article = kindsOfPages[0]!.html;
  const extract = async (html: string, options: Partial<ExtractionOptions>, onlyMainContent = true) => {
    const spec = scrapeSpec({ onlyMainContent, formats: [{ type: 'markdown' }] });
    const all = { wantsDocument: true, wantsOutlinks: false, detectShell: false, ...options };
    return expectDocument(await extractPage(captureOf(html), spec, all));
  };

  // Half of the listings of the development set are recognised.
  it.each(kindsOfPages.filter(({ kind }) => kind !== 'listing'))(
    'is confident of a common page of the kind $kind',
    async ({ kind, html }) => {
      const { mainContent, content } = await extract(html, { warnLowConfidence: true });
      expect(mainContent).toEqual({ kind, confidence: expect.any(Number), isLow: false });
      expect(content.warning).toBeUndefined();
    },
  );

  it.each([
    { title: 'an article', html: article, main: true, describes: true, has: true },
    { title: 'an article without describeContent', html: article, main: true, describes: false, has: false },
    { title: 'a whole page', html: article, main: false, describes: true, has: false },
    { title: 'a page that is too short', html: '<p>One line', main: true, describes: true, has: false },
  ])(
    'has contentKind and contentConfidence in the metadata of $title: $has',
    async ({ html, main, describes, has }) => {
      const { metadata } = await extract(html, { describeContent: describes }, main);
      expect('contentKind' in metadata).toBe(has);
      expect('contentConfidence' in metadata).toBe(has);
    },
  );
});
