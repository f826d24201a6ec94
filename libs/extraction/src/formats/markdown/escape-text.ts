/** Characters that can mean something; most texts of a page have none and are returned at once. */
const SUSPICIOUS = /[\\`*_[\]<&~]|^\s*(?:[-+=>#]|\d{1,9}[.)])/;

/**
 * Text so written that markdown reads it as text. Only what would be read otherwise is escaped: every backslash is
 * noise for whoever reads the markdown itself.
 */
export function escapeText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  const mayStrike = text.indexOf('~') !== text.lastIndexOf('~');
  return text
    .replace(/[\\`*_[\]<&~]/g, (character, offset: number) =>
      needsEscape(character, text, offset, mayStrike) ? `\\${character}` : character,
    )
    .replace(/^(\s*)([-+])(?=\s|$|[-=]+\s*$)/, '$1\\$2')
    .replace(/^(\s*)(=+\s*$|>)/, '$1\\$2')
    .replace(/^(\s*)(#{1,6})(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function needsEscape(character: string, text: string, offset: number, mayStrike: boolean): boolean {
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + 1);
  switch (character) {
    case '\\':
      return after === '' || /[!-/:-@[-`{-~\n]/.test(after);
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !isWithinWord(text, offset);
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/i.test(text.slice(offset, offset + 40));
    case '~':
      return mayStrike;
    default:
      return true;
  }
}

/** Not the edge of the text: what stands beyond it is another node. */
function isSpace(character: string): boolean {
  return character !== '' && /\s/.test(character);
}

/** A longer row of underscores is a line to write on, and looking for its ends from each of them would take its square. */
const MAX_UNDERSCORES = 20;

/** Underscores between letters or digits (`snake_case`, `a__b`) never begin or end emphasis. */
function isWithinWord(text: string, offset: number): boolean {
  let start = offset;
  let end = offset + 1;
  while (text.charAt(start - 1) === '_' && offset - start < MAX_UNDERSCORES) start--;
  while (text.charAt(end) === '_' && end - offset < MAX_UNDERSCORES) end++;
  return /[\p{L}\p{N}]/u.test(text.charAt(start - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(end));
}
