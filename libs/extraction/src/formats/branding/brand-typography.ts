import type { Branding } from '@orbweaver/core';
import type { StyleSample, TextRole, TextStyle } from '../../style-sample';

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|math|emoji|fangsong|inherit|initial|-apple-system|blinkmacsystemfont|.*emoji|.*symbol)$/i;
const MAX_FONTS = 8;
const MAX_STACK = 12;

const HEADINGS: readonly TextRole[] = ['h1', 'h2', 'h3', 'heading'];
const BODY: readonly TextRole[] = ['paragraph', 'text'];

/** The families of a `font-family`, without quotes and additions of build tools. */
export function splitStack(fontFamily: string): string[] {
  const names = (fontFamily.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [])
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((name) => name !== '' && !/fallback/i.test(name))
    .map((name) => name.replace(/^__(.+)_[\da-f]{6}$/i, '$1').replaceAll('_', ' '));
  return [...new Set(names)].slice(0, MAX_STACK);
}

/** The first loaded web font or, as the fonts of this machine are not those of visitors, the first family. */
function familyOf({ fontFamily }: TextStyle, loaded: ReadonlySet<string>): string | undefined {
  const stack = splitStack(fontFamily);
  return stack.find((name) => loaded.has(name)) ?? stack.find((name) => !GENERIC.test(name)) ?? stack[0];
}

export function brandTypography(sample: StyleSample): Pick<Branding, 'fonts' | 'typography'> {
  const loaded = new Set(sample.loadedFonts.flatMap(splitStack));
  const of = (roles: readonly TextRole[]): TextStyle[] => sample.texts.filter(({ role }) => roles.includes(role));
  const body = of(BODY).length > 0 ? of(BODY) : of(['link', 'control']);
  const [headings, code] = [of(HEADINGS), of(['code'])];
  const family = (texts: readonly TextStyle[]) => most(texts, (text) => familyOf(text, loaded));
  const families = { primary: family(body), heading: family(headings), code: family(code) };
  const stack = (texts: readonly TextStyle[]) => {
    const found = most(texts, ({ fontFamily }) => fontFamily);
    return found === undefined ? undefined : splitStack(found);
  };
  const size = (texts: readonly TextStyle[]) => {
    const found = most(texts, ({ fontSize }) => fontSize);
    return found === undefined ? undefined : `${Math.round(found * 10) / 10}px`;
  };
  const bodySize = most(body, ({ fontSize }) => fontSize) ?? 16;
  const smaller = sample.texts.filter(
    ({ role, fontSize }) => role !== 'code' && role !== 'control' && fontSize >= 8 && fontSize < bodySize - 0.5,
  );
  const ofWeight = (min: number, max: number) =>
    most(
      sample.texts.filter(({ fontWeight }) => fontWeight >= min && fontWeight <= max),
      ({ fontWeight }) => fontWeight,
    );
  const typography = {
    fontFamilies: known(families),
    fontStacks: known({
      primary: stack(body),
      heading: stack(headings),
      body: stack(body),
      paragraph: stack(of(['paragraph'])),
    }),
    fontSizes: known({
      h1: size(of(['h1'])),
      h2: size(of(['h2'])),
      h3: size(of(['h3'])),
      body: size(body),
      small: size(of(['small'])) ?? size(smaller),
    }),
    lineHeights: known({
      heading: most(headings, ({ lineHeight }) => lineHeight),
      body: most(body, ({ lineHeight }) => lineHeight),
    }),
    fontWeights: known({
      light: ofWeight(100, 300),
      regular: ofWeight(301, 449),
      medium: ofWeight(450, 599),
      bold: ofWeight(600, 1000),
    }),
  };
  // Controls have the browser's font by default.
  const fonts = fontsOf(
    sample.texts.filter(({ role }) => role !== 'control'),
    loaded,
    families,
  );
  return { ...(fonts.length > 0 && { fonts }), ...known({ typography: known(typography) }) };
}

function fontsOf(
  texts: readonly TextStyle[],
  loaded: ReadonlySet<string>,
  { primary, heading, code }: { primary?: string; heading?: string; code?: string },
): NonNullable<Branding['fonts']> {
  const chars = sum(texts, (text) => familyOf(text, loaded));
  return [...chars]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FONTS)
    .map(([family]) => {
      const role = family === primary ? 'body' : family === heading ? 'heading' : family === code ? 'code' : undefined;
      return { family, ...(role && { role }) };
    });
}

function most<T>(texts: readonly TextStyle[], readValue: (text: TextStyle) => T | undefined): T | undefined {
  return [...sum(texts, readValue)].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function sum<T>(texts: readonly TextStyle[], readValue: (text: TextStyle) => T | undefined): Map<T, number> {
  const chars = new Map<T, number>();
  for (const text of texts) {
    const value = readValue(text);
    if (value !== undefined) chars.set(value, (chars.get(value) ?? 0) + text.chars);
  }
  return chars;
}

/** The defined fields; undefined without any. */
function known<T extends object>(fields: T): T | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}
