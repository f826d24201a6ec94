const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u;

const MAX_WORD = 64;

/** Joins the lines of a paragraph, and words that were divided at line ends. */
export class LineJoiner {
  /** `words`: all words of the document in lower case, which distinguish `co-operate` from `docu-ment`. */
  constructor(private readonly words: ReadonlySet<string>) {}

  join(lines: readonly string[]): string {
    const parts: string[] = [];
    for (const line of lines) {
      const last = parts.pop();
      if (last === undefined) parts.push(line);
      else parts.push(...this.seam(last, line));
    }
    return parts.join('');
  }

  /** Joins the end of one line and the whole of the next. */
  private seam(text: string, line: string): [string, string] {
    if (text.endsWith('\u00ad')) return [text.slice(0, -1), line];
    const start = /(\p{L}+)[-\u2010]$/u.exec(text.slice(-MAX_WORD))?.[1];
    const end = /^\p{Ll}\p{L}*/u.exec(line)?.[0];
    if (start !== undefined && end !== undefined) {
      return [this.isCompound(start, end) ? text : text.slice(0, -1), line];
    }
    if (NO_SPACES.test(text.slice(-1)) && NO_SPACES.test(line.charAt(0))) return [text, line];
    return [text, ` ${line}`];
  }

  private isCompound(start: string, end: string): boolean {
    const whole = `${start}${end}`.toLowerCase();
    return !this.words.has(whole) && this.words.has(`${start}-${end}`.toLowerCase());
  }
}

/** The words and compounds of a line, except those that its ends may have cut. */
export function addWords(words: Set<string>, line: string): void {
  for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word);
}

/** Whether a sentence may continue after the text. Checks only the last character, because the text may be long. */
export function isCut(text: string): boolean {
  return /[\p{L}\p{N},\-\u00ad]$/u.test(text.slice(-2));
}

export function isContinued(text: string): boolean {
  return /^\p{Ll}/u.test(text);
}
