import type { BoxStyle, LogoCandidate, StyleSample, TextStyle } from '../../style-sample';
import { splitStack } from './brand-typography';
import { isColorful, isDark, isOfState, isSimilar } from './colors';
import { toBranding } from './to-branding';

const nothing: StyleSample = {
  darkCanvas: false,
  backgrounds: [{ color: '#ffffff', area: 1000 }],
  texts: [],
  buttons: [],
  inputs: [],
  variables: [],
  states: [],
  loadedFonts: [],
  spaces: [],
  gaps: [],
  radii: [],
  transitions: [],
  maxWidths: [],
  gridColumns: [],
  logos: [],
};

const sample = (changes: Partial<StyleSample>): StyleSample => ({ ...nothing, ...changes });
const text = (changes: Partial<TextStyle>): TextStyle => ({
  role: 'paragraph',
  color: '#222222',
  fontFamily: 'Inter, sans-serif',
  fontSize: 16,
  fontWeight: 400,
  chars: 100,
  ...changes,
});
const button = (changes: Partial<BoxStyle>): BoxStyle => ({ radii: [4, 4, 4, 4], area: 4000, ...changes });
const logo = (changes: Partial<LogoCandidate>): LogoCandidate => ({
  kind: 'img',
  src: 'https://a.example/l.png',
  linksHome: false,
  isNamedLogo: false,
  inHeader: false,
  top: 10,
  area: 4000,
  ...changes,
});

/** Picks the expected fields. */
const fieldsOf = (found: object, expected: object): object =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name in expected));

describe('toBranding', () => {
  it('returns only known values for an empty page', () => {
    expect(toBranding(nothing, {})).toEqual({ colorScheme: 'light', colors: { background: '#ffffff' } });
  });

  it.each<[string, Partial<StyleSample>, object]>([
    [
      'the colour that paints most',
      {
        backgrounds: [
          { color: '#eeeeee', area: 1 },
          { color: '#0b0b0f', area: 9 },
        ],
      },
      { background: '#0b0b0f' },
    ],
    [
      'texts by their amount',
      { texts: [text({ color: '#555555', chars: 10 }), text({}), text({ color: '#3366ff', chars: 50 })] },
      { textPrimary: '#222222', textSecondary: '#555555' },
    ],
    [
      'no text that cannot be seen',
      { texts: [text({ color: '#fefefe', chars: 900 }), text({})] },
      { textPrimary: '#222222' },
    ],
    [
      'a variable that is in use',
      {
        variables: [{ name: 'brand', color: '#aa2200' }],
        texts: [text({ color: '#aa2200', chars: 1 })],
        buttons: [button({ background: '#0055aa' })],
      },
      { primary: '#aa2200' },
    ],
    [
      'no variable that is only declared',
      { variables: [{ name: 'bs-primary', color: '#0d6efd' }], buttons: [button({ background: '#aa2200' })] },
      { primary: '#aa2200' },
    ],
    [
      'no colour upon the main one',
      {
        variables: [
          { name: 'on-primary', color: '#112233' },
          { name: 'primary-foreground', color: '#112233' },
        ],
        texts: [text({ color: '#112233' })],
      },
      { textPrimary: '#112233', primary: undefined },
    ],
    [
      'a black button where there is no colour',
      { buttons: [button({ background: '#000000' })] },
      { primary: '#000000' },
    ],
    ['the header', { header: { height: 60, background: '#7c2d12' } }, { primary: '#7c2d12' }],
    [
      'a link that the page colours',
      { texts: [text({ role: 'link', color: '#0f766e' })] },
      { primary: '#0f766e', link: '#0f766e' },
    ],
    [
      'no link that the browser colours',
      { texts: [text({ role: 'link', color: '#0000ee' })] },
      { link: '#0000ee', primary: undefined },
    ],
    [
      'no accent that is the primary once more',
      { buttons: [button({ background: '#3366ff' })], texts: [text({ role: 'link', color: '#3060f0' })] },
      { primary: '#3366ff', accent: undefined },
    ],
    [
      'states by name and hue',
      {
        variables: [
          { name: 'color-success', color: '#ff0000' },
          { name: 'danger', color: '#dc2626' },
        ],
        states: [
          { state: 'success', color: '#dddddd' },
          { state: 'success', color: '#16a34a' },
        ],
      },
      { success: '#16a34a', error: '#dc2626' },
    ],
  ])('selects as colours %s', (_, changes, colors) => {
    expect(fieldsOf(toBranding(sample(changes), {}).colors, colors)).toEqual(colors);
  });

  it.each<[string, BoxStyle[], object | undefined]>([
    [
      'the coloured one before the grey',
      [button({ background: '#e5e5e5' }), button({ background: '#3366ff' })],
      { buttonPrimary: { background: '#3366ff' }, buttonSecondary: { background: '#e5e5e5' } },
    ],
    [
      'the one that is called primary',
      [button({ background: '#3366ff' }), button({ background: '#22aa55', hint: 'primary' })],
      { buttonPrimary: { background: '#22aa55' } },
    ],
    ['none that is only text', [button({ textColor: '#222222' })], undefined],
    [
      'its corners when they differ',
      [button({ background: '#3366ff', radii: [1, 2, 3, 4] })],
      {
        buttonPrimary: {
          borderRadius: '1px',
          borderRadiusCorners: { topLeft: '1px', topRight: '2px', bottomRight: '3px', bottomLeft: '4px' },
        },
      },
    ],
  ])('selects as button %s', (_, buttons, components) => {
    const found = toBranding(sample({ buttons }), {}).components;
    if (components === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(components);
  });

  it('returns the loaded web font, or the first of the stack', () => {
    const texts = [
      text({ fontFamily: '"Gone", "Here", serif' }),
      text({ role: 'h1', fontFamily: 'Gone, serif', chars: 9 }),
    ];
    const { typography, fonts } = toBranding(sample({ texts, loadedFonts: ['Here'] }), {});
    expect(typography?.fontFamilies).toEqual({ primary: 'Here', heading: 'Gone' });
    expect(fonts).toEqual([
      { family: 'Here', role: 'body' },
      { family: 'Gone', role: 'heading' },
    ]);
  });

  it.each<[string, string[]]>([
    ['"Open Sans", Arial , sans-serif', ['Open Sans', 'Arial', 'sans-serif']],
    ['__Inter_a1b2c3, __Inter_Fallback_a1b2c3', ['Inter']],
    [`'A, B', C, C`, ['A, B', 'C']],
    [',,', []],
  ])('parses the font stack %s', (stack, names) => {
    expect(splitStack(stack)).toEqual(names);
  });

  it.each<[string, [number, number][], number | undefined]>([
    [
      'eights',
      [
        [8, 5],
        [16, 5],
        [24, 2],
        [10, 1],
      ],
      8,
    ],
    [
      'fours',
      [
        [4, 5],
        [12, 5],
        [8, 2],
      ],
      4,
    ],
    [
      'fives',
      [
        [5, 5],
        [15, 5],
        [10, 5],
      ],
      5,
    ],
    [
      'no rule',
      [
        [7, 5],
        [13, 5],
        [11, 5],
      ],
      undefined,
    ],
    ['too few', [[8, 2]], undefined],
  ])('derives the base unit of spacing from %s', (_, spaces, unit) => {
    const { spacing } = toBranding(sample({ spaces: spaces.map(([px, count]) => ({ px, count })) }), {});
    expect(spacing?.baseUnit).toBe(unit);
  });

  it.each<[string, LogoCandidate[], object]>([
    [
      'the picture that leads home',
      [
        logo({ src: 'https://a.example/x.png', inHeader: true }),
        logo({ linksHome: true, href: 'https://a.example/', alt: 'Acme Logo' }),
      ],
      {
        logo: 'https://a.example/l.png',
        brandName: 'Acme',
        images: { logo: 'https://a.example/l.png', logoHref: 'https://a.example/', logoAlt: 'Acme Logo' },
      },
    ],
    [
      'a drawing',
      [logo({ kind: 'svg', src: undefined, svg: '<svg/>', isNamedLogo: true })],
      { logo: 'data:image/svg+xml;base64,PHN2Zy8+' },
    ],
    ['no image without other evidence in the header', [logo({ inHeader: true, area: 100_000 })], { logo: undefined }],
    [
      'no link of a script',
      [logo({ isNamedLogo: true, href: 'javascript:x()' })],
      { images: { logo: 'https://a.example/l.png' } },
    ],
  ])('selects as logo %s', (_, logos, expected) => {
    expect(fieldsOf(toBranding(sample({ logos }), {}), expected)).toEqual(expected);
  });

  it('reads name, icon and image from the metadata', () => {
    const metadata = { ogSiteName: ['Acme', 'Other'], favicon: 'https://a.example/i.png', ogImage: 'javascript:x()' };
    expect(toBranding(nothing, metadata)).toMatchObject({
      brandName: 'Acme',
      images: { favicon: 'https://a.example/i.png' },
    });
    expect(toBranding(nothing, metadata).images).not.toHaveProperty('ogImage');
  });
});

describe('colours', () => {
  it.each<[string, boolean]>([
    ['#3366ff', true],
    ['#e11d48', true],
    ['#6b7280', false],
    ['#ffffff', false],
    ['#000000', false],
    ['#fffdf7', false],
    ['#0f172a', false],
  ])('rates the colourfulness of %s as %s', (color, expected) => {
    expect(isColorful(color)).toBe(expected);
  });

  it('classifies dark, similar and state colours', () => {
    expect(['#121212', '#0f172a', '#ffffff', '#f59e0b'].map(isDark)).toEqual([true, true, false, false]);
    expect([isSimilar('#3366ff', '#3060f0'), isSimilar('#3366ff', '#ff6633')]).toEqual([true, false]);
    expect([
      isOfState('success', '#16a34a'),
      isOfState('warning', '#f59e0b'),
      isOfState('error', '#dc2626'),
      isOfState('error', '#16a34a'),
    ]).toEqual([true, true, true, false]);
  });
});
