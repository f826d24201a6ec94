export interface StyleUrl {
  /** In lower case: `background-image`. */
  property: string;
  url: string;
}

/** Every `url(…)` of a style attribute with its property, in linear time. */
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

function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, digits: string | undefined, character: string) => {
    if (digits === undefined) return character;
    const point = Number.parseInt(digits, 16);
    return point === 0 || point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point);
  });
}

function propertyAtEnd(text: string): string {
  const declaration = text.slice(text.lastIndexOf(';') + 1);
  const colon = declaration.indexOf(':');
  return declaration
    .slice(0, colon === -1 ? declaration.length : colon)
    .trim()
    .toLowerCase();
}
