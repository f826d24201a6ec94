import { AD_PATHS, CONSENT_VENDORS } from '@orbweaver/testing';
import { describeOptionCases, type OptionCase } from '../harness/option-cases';

/** Any wait requires the browser. */
const inBrowser = { waitFor: 1 };

const contains = (...texts: string[]) => expect.stringMatching(inOrder(texts));

/** Matches the texts in order. */
function inOrder(texts: string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*'));
}

const FRAME_WORDS = [
  'Words of Layers inner',
  'Words of Layers innermost',
  'without an address',
  'Words of Other framed',
];

const cases: OptionCase[] = [
  {
    it: 'includes the content of frames at their position',
    path: '/layers/frames',
    options: inBrowser,
    check: ({ markdown }) => expect(markdown).toEqual(contains('Words of Layers frames', ...FRAME_WORDS)),
  },
  {
    it: 'returns only frames with includeTags',
    path: '/layers/frames',
    options: { ...inBrowser, includeTags: ['iframe'] },
    check: ({ markdown }) => {
      expect(markdown).toEqual(contains(...FRAME_WORDS));
      expect(markdown).not.toContain('Words of Layers frames');
    },
  },
  {
    it: 'removes frames with excludeTags',
    path: '/layers/frames',
    options: { ...inBrowser, excludeTags: ['iframe'] },
    check: ({ markdown }) => {
      expect(markdown).toContain('Words of Layers frames');
      for (const words of FRAME_WORDS) expect(markdown).not.toContain(words);
    },
  },
  {
    it: 'includes shadow trees with slotted content',
    path: '/layers/shadow',
    options: inBrowser,
    check: ({ markdown }) => {
      expect(markdown).toEqual(
        contains(
          'words in the shadow',
          'words in the shadow of a shadow',
          'words before the slot',
          'words in the slot',
          'words of a declared shadow',
        ),
      );
    },
  },
  ...[{}, inBrowser].map(
    (options, index): OptionCase => ({
      it: `returns URLs of lazy images, ${['without', 'with'][index]} a browser`,
      path: '/layers/lazy',
      options,
      check: ({ markdown }, site) => {
        for (const name of ['first', 'native', 'scripted']) {
          expect(markdown).toContain(`![${name}](${site.main}/layers/${name}.png)`);
        }
      },
    }),
  ),
  {
    it: 'returns the largest image of a set, resolves URLs against the base and replaces inline images',
    path: '/layers/sources',
    options: { onlyMainContent: false },
    check: ({ markdown }, site) => {
      const base = `${site.main}/layers/deep`;
      expect(markdown).toContain(`![set](${base}/large.png)`);
      expect(markdown).toContain(`[a relative link](${base}/leaf)`);
      expect(markdown).toContain('![inlined](<Base64-Image-Removed>)');
      expect(markdown).not.toContain('data:image');
    },
  },
  {
    it: 'keeps inline images if removeBase64Images is false',
    path: '/layers/sources',
    options: { removeBase64Images: false },
    check: ({ markdown }) => expect(markdown).toContain('![inlined](data:image/png;base64,'),
  },
  {
    it: 'lists images',
    only: 'v2',
    path: '/layers/sources',
    options: { formats: ['images'] },
    check: (document, site) => {
      const images = (document as { images?: string[] }).images ?? [];
      const names = ['small', 'large', 'middle', 'fallback', 'poster', 'backdrop'].map((name) => `${name}.png`);
      for (const name of [...names, 'wide.webp', 'narrow.webp']) {
        expect(images).toContain(`${site.main}/layers/deep/${name}`);
      }
      expect(new Set(images).size).toBe(images.length);
    },
  },
  {
    it: 'supports all kinds of selectors in includeTags and excludeTags',
    path: '/layers/sources',
    options: { includeTags: ['main > p', 'picture'], excludeTags: ['p:has(a)', '[style]', '*inlined*'] },
    check: ({ markdown }) => {
      expect(markdown).toEqual(contains('![set]', '![picture]'));
      for (const text of ['a relative link', 'before a backdrop', 'inlined', '# Layers']) {
        expect(markdown).not.toContain(text);
      }
    },
  },
  {
    it: 'warns about an invalid selector and ignores it',
    path: '/plain',
    options: { excludeTags: ['h1[', 'ul'] },
    check: ({ markdown, warning }) => {
      expect(markdown).toContain('# Plain');
      expect(markdown).not.toContain('to /tree/');
      expect(warning).toContain('h1[');
    },
  },
  {
    it: 'blocks ads by default',
    path: '/nuisances/ads',
    options: inBrowser,
    check: ({ markdown }) => {
      expect(markdown).toContain('Words of Nuisances ads');
      expect(markdown).not.toContain('Buy now');
    },
  },
  {
    it: 'keeps ads if blockAds is false',
    path: '/nuisances/ads',
    options: { ...inBrowser, blockAds: false },
    check: ({ markdown }, site) => {
      for (const path of AD_PATHS) expect(markdown).toContain(`Buy now, said ${site.other}${path}`);
    },
  },
  ...CONSENT_VENDORS.flatMap((vendor): OptionCase[] => [
    {
      it: `rejects cookies in the dialog of ${vendor}`,
      path: `/nuisances/${vendor}`,
      options: { ...inBrowser, onlyMainContent: false },
      check: ({ markdown }) => {
        expect(markdown).toContain('cookies refused');
        expect(markdown).not.toContain('We value your privacy');
      },
    },
    {
      it: `keeps the dialog of ${vendor} if blockAds is false`,
      path: `/nuisances/${vendor}`,
      options: { ...inBrowser, onlyMainContent: false, blockAds: false },
      check: ({ markdown }) => {
        expect(markdown).toContain('nothing was chosen');
        expect(markdown).toContain('We value your privacy');
      },
    },
  ]),
];

describeOptionCases('content options:', cases);
