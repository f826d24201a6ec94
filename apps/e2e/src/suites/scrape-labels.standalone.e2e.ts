import { LABELLED_STATUSES } from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { describeOptionCases, type OptionCase } from '../harness/option-cases';

const keysOf = (document: WireDocument) => Object.keys(document).sort();
const TEXTUAL = ['html', 'links', 'markdown', 'metadata', 'rawHtml'];

const files: OptionCase[] = [
  {
    it: 'recognizes JSON with a custom media type',
    path: '/labels/problem',
    options: { formats: ['markdown', 'rawHtml'] },
    check: ({ markdown, rawHtml }) => {
      expect(markdown).toMatch(/^```json\n[\s\S]*"status": ?400[\s\S]*\n```$/);
      expect(JSON.parse(rawHtml ?? '')).toEqual({ title: 'no', status: 400 });
    },
  },
  ...['page.bin', 'page.pdf'].map(
    (name): OptionCase => ({
      it: `recognizes a page labelled as ${name}`,
      path: `/labels/${name}`,
      check: ({ markdown, metadata }) => {
        expect(markdown).toContain('Words of a page.');
        expect(metadata).toMatchObject({ title: 'Mislabelled', creditsUsed: 1 });
        expect(metadata).not.toHaveProperty('numPages');
      },
    }),
  ),
  {
    it: 'recognizes a PDF labelled as a page',
    path: '/labels/pdf.html',
    check: ({ markdown, metadata }) => {
      expect(markdown).toContain('Words of a mislabelled PDF');
      expect(metadata).toMatchObject({ numPages: 1, creditsUsed: 1 });
    },
  },
  {
    it: 'fails for a response without content',
    path: '/labels/nothing',
    fails: { status: 500, code: 'SCRAPE_ALL_ENGINES_FAILED', error: /no content/ },
  },
  ...LABELLED_STATUSES.map(
    (status): OptionCase => ({
      it: `returns a page of status ${status} with its status`,
      path: `/labels/${status}`,
      check: ({ markdown, metadata }) => {
        expect(markdown).toContain(`Words of Labelled ${status}`);
        expect(metadata).toMatchObject({ statusCode: status, error: expect.any(String), creditsUsed: 1 });
      },
    }),
  ),
];

const pages: OptionCase[] = [
  {
    it: 'returns metadata under its original and its normalized names',
    path: '/labels/paper',
    check: (document) => {
      expect(keysOf(document)).toEqual(['markdown', 'metadata']);
      expect(document.metadata).toMatchObject({
        title: 'Paper',
        description: 'About Paper, Read it twice',
        citation_title: 'On Fixtures',
        citation_author: ['Doe, Ann', 'Roe, Bob'],
        keywords: 'fixtures, tests',
        robots: 'index, follow',
        'og:title': 'Paper shared',
        ogTitle: 'Paper shared',
        ogLocaleAlternate: ['fr_FR', 'de_DE'],
      });
      expect(document.metadata).not.toHaveProperty('error');
    },
  },
  ...[
    ['names', ['markdown', 'html', 'rawHtml', 'links']],
    ['objects', [{ type: 'markdown' }, { type: 'html' }, { type: 'rawHtml' }, { type: 'links' }]],
    ['both', ['markdown', { type: 'html' }, 'rawHtml', { type: 'links' }, 'markdown', { type: 'markdown' }]],
  ].map(
    ([form, formats]): OptionCase => ({
      it: `returns the same keys for formats as ${form}`,
      only: 'v2',
      path: '/plain',
      options: { formats },
      check: (document) => expect(keysOf(document)).toEqual(TEXTUAL),
    }),
  ),
  {
    it: 'returns attributes by selector, unchanged',
    only: 'v2',
    path: '/labels/paper',
    options: {
      formats: [
        {
          type: 'attributes',
          selectors: [
            { selector: 'meta[name=citation_author]', attribute: 'content' },
            { selector: 'html', attribute: 'LANG' },
            { selector: 'h1', attribute: 'title' },
          ],
        },
      ],
    },
    check: (document) => {
      expect(keysOf(document)).toEqual(['attributes', 'metadata']);
      expect(document.attributes).toEqual([
        { selector: 'meta[name=citation_author]', attribute: 'content', values: ['Doe, Ann', 'Roe, Bob'] },
        { selector: 'html', attribute: 'LANG', values: ['en'] },
        { selector: 'h1', attribute: 'title', values: [] },
      ]);
      expect(document.metadata.creditsUsed).toBe(1);
    },
  },
  {
    it: 'returns only metadata for an empty list of formats',
    path: '/plain',
    options: { formats: [] },
    check: (document) => expect(keysOf(document)).toEqual(['metadata']),
  },
  {
    it: 'warns that extraction needs a language model and bills only the page',
    path: '/plain',
    v1: { formats: ['markdown', 'json', 'extract'], jsonOptions: { prompt: 'x' }, extract: { schema: {} } },
    v2: { formats: ['markdown', { type: 'json', prompt: 'x', schema: {} }] },
    check: (document) => {
      expect(keysOf(document)).toEqual(['markdown', 'metadata', 'warning']);
      expect(document.warning).toContain('json');
      expect(document.metadata.creditsUsed).toBe(1);
    },
  },
];

describeOptionCases('labels and formats:', [...files, ...pages]);
