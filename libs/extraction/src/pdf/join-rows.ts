const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u;

/** Puts the lines of a paragraph into one, and words that were divided at the end of a line back together. */
export class LineJoiner {
  /** `words`: all of the document, in lower case; they tell `co-operate` from `docu-ment`. */
  constructor(private readonly words: ReadonlySet<string>) {}

  join(lines: readonly string[]): string {
    return lines.reduce((text, line) => this.append(text, line), '');
  }

  append(text: string, line: string): string {
    if (text === '') return line;
    if (text.endsWith('\u00ad')) return text.slice(0, -1) + line;
    const start = /(\p{L}+)[-\u2010]$/u.exec(text)?.[1];
    const end = /^\p{Ll}\p{L}*/u.exec(line)?.[0];
    if (start !== undefined && end !== undefined) {
      return this.isCompound(start, end) ? text + line : text.slice(0, -1) + line;
    }
    if (NO_SPACES.test(text.slice(-1)) && NO_SPACES.test(line.charAt(0))) return text + line;
    return `${text} ${line}`;
  }

  private isCompound(start: string, end: string): boolean {
    const whole = `${start}${end}`.toLowerCase();
    return !this.words.has(whole) && this.words.has(`${start}-${end}`.toLowerCase());
  }
}

/** Words and compounds of a line, except those that its ends may have cut. */
export function addWords(words: Set<string>, line: string): void {
  for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word);
}
