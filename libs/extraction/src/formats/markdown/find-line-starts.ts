const SPACES = /[ \t]*/y;
const MARKER = /(?:[-+*](?=[ \t]|$|\n)|>|#{1,6}(?=[ \t]|$|\n)|`{3}|~{3})/y;
const NUMBER = /\d{1,9}(?=[.)](?:[ \t]|$|\n))/y;
const RULE = /(?:-[ \t]*){3,}(?=$|\n)|(?:_[ \t]*){3,}(?=$|\n)|(?:\*[ \t]*){3,}(?=$|\n)/y;
const DEFINITION = /\[[^\][\n]{1,999}\]:/y;
const TASK = /\[[ xX]\](?=[ \t]|$|\n)/y;
/** Setext underline or delimiter row of a table, after a line of text. */
const UNDERLINE = /(?:=+|-+|[-:|][-:| \t]*)[ \t]*(?=$|\n)/y;

/** The first text of a line that may start a block, even if the rest is in another element. */
export const SUSPICIOUS_START = /^[ \t]*(?:[-+=>#:|*_`~[]|\d{1,9}(?:[.)]|$))/;

/** Adds the positions of block markers at the start of lines. */
export function findLineStarts(text: string, isInItem: boolean, positions: Set<number>): void {
  let isFirst = true;
  for (let start = 0; start !== -1 && start <= text.length; isFirst = false) {
    const at = start + matchLength(SPACES, text, start);
    if (isFirst && isInItem && matchLength(TASK, text, at) > 0) positions.add(at);
    const digits = matchLength(NUMBER, text, at);
    if (digits > 0) positions.add(at + digits);
    else if (beginsBlock(text, at, isFirst)) positions.add(at);
    const end = text.indexOf('\n', start);
    start = end === -1 ? -1 : end + 1;
  }
}

function beginsBlock(text: string, at: number, isFirst: boolean): boolean {
  return (
    matchLength(MARKER, text, at) > 0 ||
    matchLength(RULE, text, at) > 0 ||
    matchLength(DEFINITION, text, at) > 0 ||
    (!isFirst && matchLength(UNDERLINE, text, at) > 0)
  );
}

function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
