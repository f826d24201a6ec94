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
    const to = style.indexOf(isQuoted ? quote : ')', from);
    if (to === -1) break;
    found.push({ property, url: style.slice(from, to).trim() });
    end = to + 1;
    opening.lastIndex = end;
  }
  return found;
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
