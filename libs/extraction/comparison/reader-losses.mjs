/**
 * What bags of words do not see: headings, voices, labels, prices and paragraphs that a reader misses, records of which
 * some lack what others have, and markdown that does not render. Each measure gives `[what is right, of how many, the texts of what is not]` for a page.
 */
import { markdownTokens, textOfInline, textOfMarkdown } from '../training/markdown-text.mjs';
import { lowerWords } from '../training/metrics.mjs';
import { plainNumbers, wordsInRow } from './page-source.mjs';

/** Words of a paragraph, of what is looked for as it stands, and of a label. */
const PROSE = 15;
const LINE = 6;
const LABEL_WORDS = 6;
const LABEL_TIMES = 3;
/** Words of what is left of a heading, with the spaces around. */
const HEADING_WORDS = 3;
/** What stands between a title and the name of the site. */
const DIVIDER = /\s+[|–—·•»:-]+\s+/;
/** Blocks behind a label, one of which it stands above. */
const LABEL_REACH = 3;
/** Share of a section's paragraphs that must be there for it to be kept. */
const MOST = 0.5;
/** Texts in the same kind of place that make a field, and words of such a text: fewer may stand anywhere. */
const FIELD = 4;
const FIELD_WORDS = 3;
const IN_TABLE = /^(?:td|th|pre|code)\./;
/** Words between a post's author and what it says, either way. */
const BESIDE_POST = 60;

export const LOSSES = { headings: lostHeadings, title: lostTitle, labels: lostLabels, authors: lostAuthors };
Object.assign(LOSSES, { fields: tornFields, prices: lostPrice, paragraphs: lostParagraphs, rendering: brokenMarkdown });

/** An answer as the measures read it. */
export function readAnswer(markdown) {
  const tokens = markdownTokens(markdown);
  const headings = tokens.flatMap((token, at) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag[1]), text: wordsInRow(textOfInline(tokens[at + 1].children)) }]
      : [],
  );
  const lines = textOfMarkdown(markdown).split(/[\n\t]/);
  // The bar above a listing may name its language in the fence.
  const languages = tokens.flatMap(({ type, info }) => (type === 'fence' && info !== '' ? [info] : []));
  const text = wordsInRow(lines.join('\n'));
  return { tokens, headings, lines: [...lines, ...languages].map(wordsInRow), text };
}

/** Headings at their level, of sections that the page has once and most of whose paragraphs are there. */
function lostHeadings({ source: { blocks }, answer }) {
  const left = countTexts(answer.headings.map(({ level, text }) => `${level}${text}`));
  let all = 0;
  const lost = [];
  const times = countTexts(blocks.map(({ text }) => text));
  const asHeading = countTexts(blocks.filter(({ level }) => level > 0).map(({ text }) => text));
  blocks.forEach(({ level, text }, index) => {
    // What repeats is a label.
    if (level === 0 || asHeading.get(text) >= LABEL_TIMES) return;
    const next = blocks.findIndex((block, at) => at > index && block.level > 0);
    const section = blocks.slice(index + 1, next === -1 ? undefined : next).filter(({ words }) => words >= LINE);
    const kept = section.filter((block) => answer.text.includes(block.text));
    if (section.some((block) => times.get(block.text) > 1)) return;
    if (section.length === 0 || kept.length <= MOST * section.length || !kept.includes(section[0])) return;
    all++;
    const key = `${level}${text}`;
    // Buttons and signs at the end of a heading may go.
    const there = [...left].find(
      ([other, count]) => count > 0 && key.startsWith(other) && 2 * other.length > key.length,
    );
    if (there === undefined) lost.push(key);
    else left.set(there[0], there[1] - 1);
  });
  return [all - lost.length, all, lost];
}

/**
 * Of pages that show what they are called, in an h1 or in any text that is their title: an h1, or a heading that is
 * most of the title.
 */
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
  // Buttons at the end of a heading may go.
  const isH1 = (text) => h1.some((heading) => heading.text.startsWith(text) && text.split(' ').length > HEADING_WORDS);
  const isThere =
    h1.some(({ text }) => answer.text.includes(text)) ||
    answer.headings.some(({ text }) => isTitle(text) || isH1(text));
  return [Number(isThere), 1, isThere ? [] : [h1[0]?.text ?? shown[0].text]];
}

/** Short blocks that the truth has again and again on lines of their own, above paragraphs that are there. */
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

/** Posts that are there, and that stand beside the name of who wrote them. */
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

/**
 * Texts that the page has once, in places of the same names: where one of them is there, those that are treated as most
 * of them are.
 */
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
  // Of two prices side by side the first is no thousands.
  const isThere = [text, plainNumbers(text)].some((numbers) => numbers.includes(price));
  return [Number(isThere), 1, isThere ? [] : [price]];
}

/** Paragraphs between others that are there, in the same element, said once on the page. */
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

/** A page counts whose markdown shows its signs, or has links and items of nothing, or links without a space between. */
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
