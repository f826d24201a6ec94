import type { PageView } from './page-view';

/** Words of a block that says nothing else. */
const NOTICE_WORDS = 16;
const NOTICE =
  /^(?:loading(?:(?: \p{L}{1,20}){0,3}(?:…|\.{3}))?|please wait(?:…|\.{3})?|(?:oops|sorry|hm+|uh.oh)\b[!,.]? .{0,40}(?:went wrong|trouble|problem|error).{0,60}|(?:something went wrong|an error (?:has )?occurred|there was (?:a problem|an error)).{0,80}|please try again(?: later)?[.!]?|(?:thank you[!.]? )?your (?:submission|message) has been (?:received|sent)[.!]?|picture \d{1,3} of \d{1,3}|wird geladen(?:…|\.{3})?|chargement(?:…|\.{3})?|cargando(?:…|\.{3})?|загрузка(?:…|\.{3})?|加载中(?:…|\.{3})?|読み込み中(?:…|\.{3})?)$/iu;
const COUNTER = /^(\d{1,2})\s?(?:\/|of|von|sur|de)\s?(\d{1,2})$/;

/**
 * Takes out what a page says while it loads, when something has failed or has been sent, and what counts the pictures of
 * a carousel. `kept`, by block: 1 stays.
 */
export function dropNotices({ blocks, tags, title }: PageView, kept: Uint8Array): void {
  /** By how many there are: the blocks that count them, and their numbers. */
  const counters = new Map<string, { at: number[]; numbers: Set<number> }>();
  blocks.forEach(({ words, text, isPre }, index) => {
    if (kept[index] === 0 || words > NOTICE_WORDS || isPre || index === title) return;
    if (NOTICE.test(text)) {
      kept[index] = 0;
      return;
    }
    const [, number, total] = COUNTER.exec(text) ?? [];
    if (number === undefined || total === undefined || Number(number) > Number(total)) return;
    if (tags[index] === 'td' || tags[index] === 'th' || tags[index] === 'dd') return;
    const counter = counters.get(total) ?? { at: [], numbers: new Set() };
    counter.at.push(index);
    counter.numbers.add(Number(number));
    counters.set(total, counter);
  });
  // Marks, such as `6/6` and `5/6`, do not count up from one.
  for (const { at, numbers } of counters.values()) {
    if (numbers.size === at.length && numbers.has(1)) for (const index of at) kept[index] = 0;
  }
}
