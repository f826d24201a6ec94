import { documentWord, PDF_PAGES } from '@orbweaver/testing';
import { describeOptionCases, type OptionCase } from '../harness/option-cases';
import { readPicture } from '../harness/read-data-uri';

const UNSUPPORTED = { status: 500, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' };
const TABLE = /\| Name \| Sum \|[\s\S]*\| Ann \|/;

const pictures: OptionCase[] = [
  {
    it: 'returns exactly the keys of all requested formats',
    path: '/plain',
    v1: { formats: ['markdown', 'html', 'rawHtml', 'links', 'screenshot'] },
    v2: { formats: ['markdown', { type: 'html' }, 'rawHtml', { type: 'links' }, 'images', { type: 'screenshot' }] },
    check: (document) => {
      const { images, ...others } = document as typeof document & { images?: string[] };
      expect(Object.keys(others).sort()).toEqual(['html', 'links', 'markdown', 'metadata', 'rawHtml', 'screenshot']);
      if (images !== undefined) expect(images).toEqual([]);
      expect(readPicture(document.screenshot)).toMatchObject({ type: 'png', width: 1280 });
    },
  },
  {
    it: 'takes a screenshot of the full page',
    path: '/forms/box',
    v1: { formats: ['screenshot@fullPage'] },
    v2: { formats: [{ type: 'screenshot', fullPage: true }] },
    check: ({ screenshot }) => expect(readPicture(screenshot)?.height).toBeGreaterThan(4000),
  },
  {
    it: 'takes a screenshot with the requested viewport and quality',
    only: 'v2',
    path: '/forms/box',
    options: { formats: [{ type: 'screenshot', quality: 30, viewport: { width: 640, height: 360 } }] },
    check: ({ screenshot }) => expect(readPicture(screenshot)).toEqual({ type: 'jpeg', width: 640, height: 360 }),
  },
  {
    it: 'takes a screenshot of a phone with mobile',
    path: '/plain',
    options: { formats: ['screenshot'], mobile: true },
    check: ({ screenshot }) => {
      const { width = 0, height = 0 } = readPicture(screenshot) ?? {};
      expect(height).toBeGreaterThan(width * 1.5);
    },
  },
  {
    it: 'warns about unavailable formats',
    path: '/plain',
    options: { formats: ['markdown', 'summary'] },
    check: ({ markdown, warning }) => {
      expect(markdown).toContain('Words of Plain');
      expect(warning).toBe('The format summary could not be made: No language model is configured.');
    },
  },
  {
    it: 'returns the branding of a page',
    only: 'v2',
    path: '/forms/sign-up',
    options: { formats: ['branding'] },
    check: ({ branding, warning }) => {
      expect(warning).toBeUndefined();
      expect(branding).toMatchObject({
        colorScheme: 'light',
        colors: { primary: '#1d4ed8', background: '#f8fafc', textPrimary: '#1e293b' },
        typography: { fontFamilies: { primary: 'Verdana' }, fontSizes: { body: '15px' } },
        components: {
          buttonPrimary: { background: '#1d4ed8', textColor: '#ffffff', borderRadius: '6px' },
          input: { borderColor: '#cbd5e1', focusBorderColor: '#1d4ed8' },
        },
      });
    },
  },
  {
    it: 'warns that a file has no branding',
    only: 'v2',
    path: '/documents/plain.txt',
    options: { formats: ['markdown', { type: 'branding' }] },
    check: ({ markdown, warning, ...others }) => {
      expect(markdown).toContain(documentWord('plain.txt'));
      expect(others).not.toHaveProperty('branding');
      expect(warning).toContain('there is no branding');
    },
  },
];

const documents: OptionCase[] = [
  ...['letter.docx', 'unnamed', 'essay.odt', 'table.xlsx', 'note.rtf', 'plain.txt', 'feed.xml'].map(
    (name): OptionCase => ({
      it: `reads ${name}`,
      path: `/documents/${name}`,
      check: ({ markdown, metadata }) => {
        expect(markdown?.replaceAll('\\', '')).toContain(documentWord(name));
        expect(metadata).toMatchObject({ statusCode: 200, creditsUsed: 1, contentType: expect.any(String) });
      },
    }),
  ),
  {
    it: 'keeps headings and tables of a text document',
    path: '/documents/letter.docx',
    options: { formats: ['markdown', 'html'] },
    check: ({ markdown, html }) => {
      expect(markdown).toMatch(/^# Letter$/m);
      expect(markdown).toMatch(TABLE);
      expect(html).toMatch(/<table/);
    },
  },
  {
    it: 'keeps headings and tables of an open document',
    path: '/documents/essay.odt',
    check: ({ markdown }) => {
      expect(markdown).toMatch(/^# Essay$/m);
      expect(markdown).toMatch(TABLE);
    },
  },
  {
    it: 'converts a sheet to a table',
    path: '/documents/table.xlsx',
    check: ({ markdown }) => expect(markdown).toMatch(TABLE),
  },
  { it: 'refuses a picture', path: '/files/picture.png', fails: { ...UNSUPPORTED, error: /image|picture/i } },
  { it: 'refuses an archive', path: '/files/archive.zip', fails: { ...UNSUPPORTED, error: /zip|archive/i } },
];

const pdfs: OptionCase[] = [
  {
    it: 'reads and bills all pages of a PDF',
    path: '/documents/pages.pdf',
    check: ({ markdown, metadata }) => {
      expect(markdown).toContain('Text of page 1');
      expect(markdown).toContain(`Text of page ${PDF_PAGES}`);
      expect(metadata).toMatchObject({ numPages: PDF_PAGES, creditsUsed: PDF_PAGES });
    },
  },
  {
    it: 'reads only the first pages with maxPages',
    only: 'v2',
    path: '/documents/pages.pdf',
    options: { parsers: [{ type: 'pdf', maxPages: 1 }] },
    check: ({ markdown, metadata }) => {
      expect(markdown).toContain('Text of page 1');
      expect(markdown).not.toContain('Text of page 2');
      expect(metadata).toMatchObject({ numPages: 1, totalPages: PDF_PAGES, creditsUsed: 1 });
    },
  },
  {
    it: 'warns that it reads the text layer instead of OCR',
    only: 'v2',
    path: '/documents/pages.pdf',
    options: { parsers: [{ type: 'pdf', mode: 'ocr' }] },
    check: ({ markdown, warning }) => {
      expect(markdown).toContain('Text of page 1');
      expect(warning).toContain('text layer');
    },
  },
  {
    it: 'returns the file without a parser',
    path: '/documents/pages.pdf',
    v1: { parsePDF: false },
    v2: { parsers: [] },
    check: ({ markdown, metadata }) => {
      expect(Buffer.from(markdown ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\s*$/);
      expect(metadata).toMatchObject({ creditsUsed: 1 });
    },
  },
  {
    it: 'warns about a PDF without text',
    path: '/documents/scan.pdf',
    check: ({ markdown, warning }) => {
      expect(markdown?.trim()).toBe('');
      expect(warning).toMatch(/no text/);
    },
  },
];

describeOptionCases('formats and files:', [...pictures, ...documents, ...pdfs]);
