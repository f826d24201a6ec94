import { LOADING_NOTICE } from '../loading-notice';
import type { PageView } from '../page-view';

/** Words of a block that says nothing else. */
const NOTICE_WORDS = 16;
const NOTICE =
  /^(?:(?:thank you[!.]? )?your (?:submission|message) has been (?:received|sent)[.!]?|picture \d{1,3} of \d{1,3})$/i;
const APOLOGY = /^(?:(?:oops|sorry|whoops|hm+|uh.oh)\b[!,.…]{0,3} |(?:but|it)? ?(?:looks like|seems) ){0,3}/i;
/** What has failed is the page itself, and what it did then. */
const FAILURE =
  /^(?:something (?:has )?(?:gone|went) wrong|an (?:\w{1,12} )?error(?: has)? occurred|a problem(?: has)? occurred|there (?:was|is|has been) (?:a problem|an error)|we(?:['’]re| are) having (?:trouble|problems))/i;
const DEED =
  /^ (?:while )?(?:connecting|loading|processing|reporting|saving|sending|submitting|subscribing)(?: (?!and\b)\p{L}{1,20}){0,5}/iu;
const ANY_DEED = /^ (?:while )?\p{L}{1,20}ing(?: \p{L}{1,20}){0,5}(?=[.!] )/iu;
/** The end, or a call to do it again. */
const CALL =
  /^[\s!,.…:;–-]{0,4}(?:(?:(?:and|or|please|you (?:can|may)|to) ){0,2}(?:try|refresh|reload|come back|check back|wait|later)(?: (?:a|again|and|back|browser|few|in|it|later|loading|minutes?|moments?|now|or|page|please|refresh(?:ing)?|reload(?:ing)?|request|shortly|some|soon|the|this|time|try|your)){0,10})?[\s!.…]{0,4}$/i;
/** One that says no more than that. */
const PLEA = /^please try again/i;
const CELLS = new Set(['td', 'th', 'dd']);
const COUNTER_CHARS = 9;
const COUNTER = /^(\d{1,2})\s?(?:\/|of|von|sur|de)\s?(\d{1,2})$/;
/** Pictures. Halves, and a step of two, look the same. */
const LEAST_PICTURES = 3;

/**
 * Takes out what a page says while it loads, when something has failed or has been sent, and what counts the pictures of
 * a carousel. `kept`, by block: 1 stays.
 */
export function dropNotices(page: PageView, kept: Uint8Array): void {
  page.blocks.forEach(({ words, text, isPre }, index) => {
    if (kept[index] === 0 || words > NOTICE_WORDS || isPre || index === page.title) return;
    if (isNotice(text)) kept[index] = 0;
  });
  for (const index of pictureCounters(page)) kept[index] = 0;
}

function isNotice(text: string): boolean {
  if (LOADING_NOTICE.test(text) || NOTICE.test(text)) return true;
  const said = text.replace(APOLOGY, '');
  if (PLEA.test(said)) return CALL.test(said);
  const rest = said.replace(FAILURE, '');
  return rest !== said && CALL.test(rest.replace(DEED, '').replace(ANY_DEED, ''));
}

/** Blocks that count from one to how many there are, each number once. Fractions and marks, such as `6/6`, do not. */
function pictureCounters({ blocks, tags, headings, title }: PageView): number[] {
  /** By how many there are: the blocks that count them, and their numbers. */
  const counters = new Map<number, { at: number[]; numbers: Set<number> }>();
  blocks.forEach(({ text, digits, isPre }, index) => {
    if (
      digits === 0 ||
      text.length > COUNTER_CHARS ||
      isPre ||
      index === title ||
      headings[index] !== 0 ||
      CELLS.has(tags[index] as string)
    )
      return;
    const [number, total] = (COUNTER.exec(text) ?? []).slice(1).map(Number);
    if (number === undefined || total === undefined || total < LEAST_PICTURES) return;
    const counter = counters.get(total) ?? { at: [], numbers: new Set() };
    counter.at.push(index);
    if (number >= 1 && number <= total) counter.numbers.add(number);
    counters.set(total, counter);
  });
  return [...counters].flatMap(([total, { at, numbers }]) => (at.length === total && numbers.size === total ? at : []));
}
