import type { PageView } from '../page-view';
import { isRunningText } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

const QUESTIONS =
  /\bfaqs?\b|frequently asked|common(?:ly asked)? questions|preguntas frecuentes|perguntas frequentes|h(?:ä|ae)ufig(?: gestellte)? fragen|foire aux questions|questions fréquentes|domande frequenti|veelgestelde vragen|よくある(?:ご)?質問|常见问题|常見問題|자주 묻는 질문|الأسئلة (?:الشائعة|المتكررة)|част(?:ые|о задаваемые) вопросы/i;
/** Words of a heading that names questions and little more. */
const HEADING_WORDS = 14;
/** Words on a page that is about something, and of the answers. */
const CONTENT_WORDS = 200;
const ANSWER_WORDS = 40;
/** Blocks of a section of questions. */
const MAX_QUESTIONS = 80;
/** Probabilities, as means over the words of a section, and of blocks. */
const LEAST_OF_SECTION = 0.1;
const LEAST_OF_QUOTE = 0.25;
const LEAST_OF_FIELD = 0.1;
const LABEL = /[:：]$/;
/** Blocks in a row of fields, one of which is a label, and words of one. */
const FIELDS = 4;
const FIELD_WORDS = 12;
/** Words that are more than the name of who is quoted. */
const REPLY_WORDS = 4;

/**
 * Parts of the content that a scorer of single blocks takes for something beside it: the questions at the end of a
 * page, what a post quotes, the one field of a row whose others are kept. `kept`, by block: 1 stays.
 */
export function keepParts(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  keepQuestions(page, scores, kept);
  const before = kept.slice();
  keepQuotes(page, scores, before, kept);
  keepFields(page, scores, before, kept);
}

function keepQuestions({ blocks, elements, headings }: PageView, scores: Float32Array, kept: Uint8Array): void {
  const start = kept.indexOf(1);
  const words = blocks.reduce((sum, block, index) => sum + (kept[index] === 1 ? block.words : 0), 0);
  if (words < CONTENT_WORDS) return;
  headings.forEach((level, index) => {
    const heading = blocks[index] as TextBlock;
    if (level === 0 || index < start || heading.words > HEADING_WORDS || !QUESTIONS.test(heading.text)) return;
    const end = Math.min(endOfSection(headings, index), endOfAnswers(blocks, elements, index), index + MAX_QUESTIONS);
    let all = 0;
    let answers = 0;
    let probable = 0;
    for (let at = index + 1; at < end; at++) {
      const block = blocks[at] as TextBlock;
      all += block.words;
      if (isRunningText(block)) answers += block.words;
      probable += (scores[at] as number) * block.words;
    }
    if (answers < ANSWER_WORDS || answers < all / 2 || probable < LEAST_OF_SECTION * all) return;
    kept[index] = 1;
    for (let at = index + 1; at < end; at++) {
      const { text, linkShare, buttonShare } = blocks[at] as TextBlock;
      if ((linkShare < 0.4 && buttonShare < 0.5) || /[?？]$/.test(text)) kept[at] = 1;
    }
  });
}

function endOfSection(headings: Uint8Array, index: number): number {
  const level = headings[index] as number;
  const next = headings.findIndex((other, at) => at > index && other !== 0 && other <= level);
  return next === -1 ? headings.length : next;
}

/** The end of the innermost element around a heading that holds running text behind it. */
function endOfAnswers(blocks: readonly TextBlock[], { parent, end }: BlockElements, index: number): number {
  for (let element = (blocks[index] as TextBlock).element; element !== -1; element = parent[element] as number) {
    const last = Math.min(end[element] as number, index + MAX_QUESTIONS);
    let answers = 0;
    for (let at = index + 1; at < last; at++) if (isRunningText(blocks[at] as TextBlock)) answers++;
    if (answers >= 2) return end[element] as number;
  }
  return index;
}

/** `before`: what was kept when it began. Quotes in quotes need the reply around all of them. */
function keepQuotes(page: PageView, scores: Float32Array, before: Uint8Array, kept: Uint8Array): void {
  const { blocks, elements } = page;
  const { node, parent, first, end } = elements;
  node.forEach(({ localName }, element) => {
    if (localName !== 'blockquote' || parent[element] === -1) return;
    const outer = parent[element] as number;
    const [start, stop] = [first[element] as number, end[element] as number];
    let isReplied = false;
    for (let at = first[outer] as number; at < (end[outer] as number) && !isReplied; at++) {
      isReplied = (at < start || at >= stop) && before[at] === 1 && (blocks[at] as TextBlock).words >= REPLY_WORDS;
    }
    if (!isReplied) return;
    for (let at = start; at < stop; at++) {
      if ((scores[at] as number) >= LEAST_OF_QUOTE && (blocks[at] as TextBlock).buttonShare < 0.5) kept[at] = 1;
    }
  });
}

function keepFields({ blocks, elements }: PageView, scores: Float32Array, before: Uint8Array, kept: Uint8Array): void {
  const { parent, first, end } = elements;
  blocks.forEach(({ words, element, linkShare, buttonShare }, index) => {
    if (before[index] === 1 || words > FIELD_WORDS || linkShare > 0.5 || buttonShare > 0.5) return;
    if ((scores[index] as number) < LEAST_OF_FIELD) return;
    const isAlone = (end[element] as number) - (first[element] as number) === 1;
    const row = isAlone ? (parent[element] as number) : element;
    if (row === -1) return;
    const count = (end[row] as number) - (first[row] as number);
    if (count < 2 || count > FIELDS) return;
    let others = 0;
    let hasLabel = false;
    for (let at = first[row] as number; at < (end[row] as number); at++) {
      others += before[at] as number;
      hasLabel ||= LABEL.test((blocks[at] as TextBlock).text);
    }
    if (hasLabel && others === count - 1) kept[index] = 1;
  });
}
