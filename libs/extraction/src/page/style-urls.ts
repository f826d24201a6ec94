export interface StyleUrl {
  /** In lower case: `background-image`. */
  property: string;
  url: string;
}

/**
 * Every `url(…)` of a style attribute with the property that it belongs to. Read from left to right, once: expressions
 * for all of it take the square or the cube of a style that is made to hurt.
 */
export function findStyleUrls(style: string): StyleUrl[] {
  const found: StyleUrl[] = [];
  const opening = /url\(/gi;
  let property = '';
  let end = 0;
  for (let match = opening.exec(style); match !== null; match = opening.exec(style)) {
    const between = style.slice(end, match.index);
    if (end === 0 || between.includes(';')) property = propertyAtEnd(between);
    let from = opening.lastIndex;
    while (/\s/.test(style.charAt(from))) from++;
    const quote = style.charAt(from);
    const isQuoted = quote === '"' || quote === "'";
    if (isQuoted) from++;
    const closing = isQuoted ? quote : ')';
    let to = style.indexOf(closing, from);
    while (to > 0 && style.charAt(to - 1) === '\\') to = style.indexOf(closing, to + 1);
    if (to === -1) break;
    found.push({ property, url: unescapeCss(style.slice(from, to).trim()) });
    end = to + 1;
    opening.lastIndex = end;
  }
  return found;
}

/** `\` and a character that would else mean something, or up to six hexadecimal digits of one. */
function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, digits: string | undefined, character: string) => {
    if (digits === undefined) return character;
    const point = Number.parseInt(digits, 16);
    return point === 0 || point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point);
  });
}

/** The name of the declaration that `text` ends in the middle of. */
function propertyAtEnd(text: string): string {
  const declaration = text.slice(text.lastIndexOf(';') + 1);
  const colon = declaration.indexOf(':');
  return declaration
    .slice(0, colon === -1 ? declaration.length : colon)
    .trim()
    .toLowerCase();
}
