/**
 * Losses that bags of words do not show: headings, authors, labels, prices, paragraphs, fields of records, and markdown
 * that does not render. Each measure returns `[correct, total, texts of the losses]` for a page.
 */
import { markdownTokens, textOfInline, textOfMarkdown } from '../training/markdown-text.mjs';
import { lowerWords } from '../training/metrics.mjs';
import { plainNumbers, wordsInRow } from './page-source.mjs';

/** Words of a paragraph, of an exact quotation, and of a label. */
const PROSE = 15;
const LINE = 6;
const LABEL_WORDS = 6;
const LABEL_TIMES = 3;
/** Characters of a shortened heading, with the spaces around. */
const HEADING_WORDS = 3;
/** Separators between a title and the site name. */
const DIVIDER = /\s+[|–—·•»:-]+\s+/;
/** Blocks searched after a label for its value. */
const LABEL_REACH = 3;
/** Share of a section's paragraphs above which the section counts as kept. */
const MOST = 0.5;
/** Minimum texts in places of the same names that form a field, and minimum words of each. */
const FIELD = 4;
const FIELD_WORDS = 3;
const IN_TABLE = /^(?:td|th|pre|code)\./;
/** Maximum words between a post's author and its text, in both directions. */
const BESIDE_POST = 60;

export const LOSSES = { headings: lostHeadings, title: lostTitle, labels: lostLabels, authors: lostAuthors };
Object.assign(LOSSES, { fields: tornFields, prices: lostPrice, paragraphs: lostParagraphs, rendering: brokenMarkdown });

/** The markdown of a page in the form that the measures compare. */
export function readAnswer(markdown) {
  const tokens = markdownTokens(markdown);
  const headings = tokens.flatMap((token, at) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag[1]), text: wordsInRow(textOfInline(tokens[at + 1].children)) }]
      : [],
  );
  const lines = textOfMarkdown(markdown).split(/[\n\t]/);
  // The title bar of a code block may become its info string.
  const languages = tokens.flatMap(({ type, info }) => (type === 'fence' && info !== '' ? [info] : []));
  const text = wordsInRow(lines.join('\n'));
  return { tokens, headings, lines: [...lines, ...languages].map(wordsInRow), text };
}

/** Headings at their level, of unique sections with most of their paragraphs kept. */
function lostHeadings({ source: { blocks }, answer }) {
  const left = countTexts(answer.headings.map(({ level, text }) => `${level}${text}`));
  let all = 0;
  const lost = [];
  const times = countTexts(blocks.map(({ text }) => text));
  const asHeading = countTexts(blocks.filter(({ level }) => level > 0).map(({ text }) => text));
  blocks.forEach(({ level, text }, index) => {
    // Repeated texts are labels.
    if (level === 0 || asHeading.get(text) >= LABEL_TIMES) return;
    const next = blocks.findIndex((block, at) => at > index && block.level > 0);
    const section = blocks.slice(index + 1, next === -1 ? undefined : next).filter(({ words }) => words >= LINE);
    const kept = section.filter((block) => answer.text.includes(block.text));
    if (section.some((block) => times.get(block.text) > 1)) return;
    if (section.length === 0 || kept.length <= MOST * section.length || !kept.includes(section[0])) return;
    all++;
    const key = `${level}${text}`;
    // Buttons and symbols at the end of a heading may be removed.
    const there = [...left].find(
      ([other, count]) => count > 0 && key.startsWith(other) && 2 * other.length > key.length,
    );
    if (there === undefined) lost.push(key);
    else left.set(there[0], there[1] - 1);
  });
  return [all - lost.length, all, lost];
}

/** Pages that show their title, in an h1 or in any text: the markdown has an h1, or a heading with most of the title. */
function lostTitle({ source: { blocks, title, sharedTitle }, answer }) {
  const h1 = blocks.filter(({ level }) => level === 1);
  const titles = [title, sharedTitle].filter((whole) => lowerWords(whole).length > 0);
  const names = new Set(titles.flatMap((whole) => [whole, whole.trim().split(DIVIDER)[0]]).map(wordsInRow));
  const shown = blocks.filter(({ text }) => names.has(text));
  if (h1.length === 0 && shown.length === 0) return [0, 0, []];
  const isTitle = (text) =>
    names.has(text) ||
    titles.some((whole) => {
      const [own, wanted] = [lowerWords(text), new Set(lowerWords(whole))];
      const shared = own.filter((word) => wanted.has(word)).length;
      return own.length > 0 && shared >= Math.max(MOST * own.length, MOST * wanted.size);
    });
  const isH1 = (text) => h1.some((heading) => heading.text.startsWith(text) && text.split(' ').length > HEADING_WORDS);
  const isThere =
    h1.some(({ text }) => answer.text.includes(text)) ||
    answer.headings.some(({ text }) => isTitle(text) || isH1(text));
  return [Number(isThere), 1, isThere ? [] : [h1[0]?.text ?? shown[0].text]];
}

/** Short blocks that the truth repeats on separate lines, above paragraphs that were kept. */
function lostLabels({ truth, source: { blocks }, answer }) {
  const wanted = countTexts(truth.split('\n').map(wordsInRow));
  const times = countTexts(blocks.map(({ text }) => text));
  const left = countTexts(answer.lines);
  let all = 0;
  const lost = [];
  blocks.forEach(({ text, words, linkShare }, index) => {
    if (words > LABEL_WORDS || linkShare > MOST || !(wanted.get(text) >= LABEL_TIMES)) return;
    const below = blocks.slice(index + 1, index + 1 + LABEL_REACH).find((block) => block.words >= LINE);
    if (below === undefined || times.get(below.text) > 1 || !answer.text.includes(below.text)) return;
    all++;
    if ((left.get(text) ?? 0) === 0) lost.push(text);
    else left.set(text, left.get(text) - 1);
  });
  return [all - lost.length, all, lost];
}

/** Kept posts that are next to their author's name. */
function lostAuthors({ source: { posts }, answer: { text } }) {
  let [all, from] = [0, 0];
  const lost = [];
  for (const { author, start } of posts) {
    const at = text.indexOf(start, from) === -1 ? text.indexOf(start) : text.indexOf(start, from);
    if (at === -1) continue;
    all++;
    const before = text
      .slice(0, at + 1)
      .split(' ')
      .slice(-BESIDE_POST)
      .join(' ');
    if (!`${before} `.includes(author)) lost.push(`${author}:${start}`);
    from = at + start.length - 1;
  }
  return [all - lost.length, all, lost];
}

/** Unique texts in places of the same names: those treated like the majority of them. */
function tornFields({ source: { blocks }, answer }) {
  const times = countTexts(blocks.map(({ text }) => text));
  const fields = new Map();
  for (const { text, words, place } of blocks) {
    if (words < FIELD_WORDS || times.get(text) > 1 || IN_TABLE.test(place)) continue;
    fields.set(place, [...(fields.get(place) ?? []), text]);
  }
  let all = 0;
  const lost = [];
  for (const texts of fields.values()) {
    const there = texts.filter((text) => answer.text.includes(text));
    if (texts.length < FIELD || there.length === 0) continue;
    const isKept = there.length >= MOST * texts.length;
    all += texts.length;
    lost.push(...texts.filter((text) => there.includes(text) !== isKept));
  }
  return [all - lost.length, all, lost];
}

function lostPrice({ kind, source: { price }, answer: { text } }) {
  if (kind !== 'product' || price === undefined) return [0, 0, []];
  // The first of two adjacent prices is not a thousands group.
  const isThere = [text, plainNumbers(text)].some((numbers) => numbers.includes(price));
  return [Number(isThere), 1, isThere ? [] : [price]];
}

/** Unique paragraphs between kept paragraphs of the same element. */
function lostParagraphs({ source: { blocks }, answer }) {
  const times = countTexts(blocks.map(({ text }) => text));
  const parents = new Map();
  for (const block of blocks) {
    if (block.words < PROSE || block.linkShare >= 0.3 || times.get(block.text) > 1) continue;
    parents.set(block.parent, [...(parents.get(block.parent) ?? []), block.text]);
  }
  let all = 0;
  const lost = [];
  for (const texts of parents.values()) {
    const isKept = (text) => answer.text.includes(text);
    const between = texts.slice(texts.findIndex(isKept), texts.findLastIndex(isKept) + 1);
    if (!texts.some(isKept)) continue;
    all += between.length;
    lost.push(...between.filter((text) => !isKept(text)));
  }
  return [all - lost.length, all, lost];
}

/** Pages whose markdown shows its delimiters, or has empty links or items, or links without a space between. */
function brokenMarkdown({ source: { blocks }, answer: { tokens, lines }, markdown }) {
  const showsMarkdown = blocks.some((block) => block.showsMarkdown);
  const isBroken = tokens.some(({ type, children }, at) => {
    if (type === 'list_item_open') return tokens[at + 1].type === 'list_item_close';
    return (children ?? []).some(({ type: inline, content }, index) => {
      const next = children[index + 1]?.type;
      if (inline === 'text') return content.includes('](') && !showsMarkdown;
      return (inline === 'link_open' && next === 'link_close') || (inline === 'link_close' && next === 'link_open');
    });
  });
  const isFine = !isBroken && lines.length > 0 && !/<!--\s*-->\s*$/.test(markdown);
  return [Number(isFine), 1, []];
}

function countTexts(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
