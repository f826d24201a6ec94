/**
 * node make-matrices.mjs SET WORK: labels the blocks of all pages, learns the lexicons, and writes to WORK rows.f32
 * (features of blocks, row after row), labels.f32, words.f32, kinds.f32 (figures of the kind head, page after page),
 * pages.json and lexicons.json. The features of a page are computed with the lexicon of the other folds. Copies of some
 * pages in another language are added with the labels of the page.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readDevelopmentSet } from './development-set.mjs';
import { labelBlocks } from './label-blocks.mjs';
import { LexiconLearner } from './learn-lexicon.mjs';
import { htmlInLanguage, LANGUAGE_NAMES } from './other-scripts.mjs';
import {
  decodePage,
  FEATURE_COUNT,
  FEATURE_NAMES,
  KIND_FIGURE_NAMES,
  kindFigures,
  openFeatures,
  openLexicon,
  openPage,
  openPageView,
  PAGE_KINDS,
} from './serving.mjs';
import settings from './settings.json' with { type: 'json' };
import { shortenArticle } from './shorten-article.mjs';

const [set, work] = process.argv.slice(2);
mkdirSync(work, { recursive: true });
const NO_KINDS = new Float32Array(PAGE_KINDS.length);
const learner = new LexiconLearner();
const pages = [];
let lostWords = 0;
for (const source of readDevelopmentSet(set)) {
  if (source.truth === '') continue;
  const { page } = openPage(source);
  const labelled = labelBlocks(page, source.truth);
  learner.addPage(source.fold, page, labelled);
  const found = labelled.labels.reduce((sum, label, block) => sum + label * labelled.words[block], 0);
  lostWords += Math.max(0, labelled.truthWords - found);
  pages.push({ source, ...labelled });
  if (pages.length % 300 === 0) console.log(`${pages.length} pages labelled`);
}
const allWords = pages.reduce((sum, { truthWords }) => sum + truthWords, 0);
console.log(`${((100 * lostWords) / allWords).toFixed(1)} % of the words of the truth are in no block`);

const copies = pages.flatMap((labelled, index) => [...copyInLanguage(labelled, index), ...shortCopy(labelled, index)]);
const lexicons = Array.from({ length: settings.folds }, (_, fold) => learner.lexiconWithout(fold));
const opened = lexicons.map(openLexicon);
const rows = openSync(join(work, 'rows.f32'), 'w');
const figures = openSync(join(work, 'kinds.f32'), 'w');
for (const labelled of [...pages, ...copies]) {
  const { source } = labelled;
  const { page, hints } = labelled.isShortened ? openShort(labelled) : openPage(source);
  const view = openPageView(page, hints, opened[source.fold]);
  const features = new Float32Array(page.blocks.length * FEATURE_COUNT);
  // train.py fills in the probabilities of the kinds.
  openFeatures(view, NO_KINDS)(0, page.blocks.length, features);
  const ofPage = kindFigures(view);
  if (features.some(Number.isNaN) || ofPage.some(Number.isNaN))
    throw new Error(`${source.id} has a feature that is NaN`);
  writeSync(rows, new Uint8Array(features.buffer));
  writeSync(figures, new Uint8Array(ofPage.buffer));
}
closeSync(rows);
closeSync(figures);
const write = (name, values) => writeFileSync(join(work, name), new Uint8Array(Float32Array.from(values).buffer));
write(
  'labels.f32',
  [...pages, ...copies].flatMap(({ labels }) => labels),
);
write(
  'words.f32',
  [...pages, ...copies].flatMap(({ words }) => words),
);
const toLists = ({ attributes, words }) => ({ attributes: [...attributes], words: [...words] });
const whole = learner.lexiconWithout(undefined);
writeFileSync(join(work, 'lexicons.json'), JSON.stringify([...lexicons, whole].map(toLists)));
const described = [...pages, ...copies].map(({ source, labels, truthWords, isShortened }) => {
  const { id, kind, fold, half, language } = source;
  return { id, kind, fold, half, language, isShortened, blocks: labels.length, truthWords };
});
writeFileSync(
  join(work, 'pages.json'),
  JSON.stringify({
    featureNames: FEATURE_NAMES,
    kindFigureNames: KIND_FIGURE_NAMES,
    kinds: PAGE_KINDS,
    pages: described,
  }),
);
const blocks = described.reduce((sum, page) => sum + page.blocks, 0);
console.log(
  `${pages.length} pages and ${copies.length} copies, ${blocks} blocks, ${FEATURE_NAMES.length} features, ${whole.attributes.size} attribute tokens, ${whole.words.size} words`,
);

/** Its blocks are those of the page. */
function copyInLanguage({ source, ...labelled }, index) {
  const { every } = settings.otherLanguages;
  if (index % every !== 0) return [];
  const copy = inLanguage(source, LANGUAGE_NAMES[(index / every) % LANGUAGE_NAMES.length]);
  return openPage(copy).page.blocks.length === labelled.labels.length ? [{ source: copy, ...labelled }] : [];
}

/** An article with most of its text taken out, half of them in another language. */
function shortCopy({ source, ...whole }, index) {
  if (source.kind !== 'article') return [];
  const language = index % 2 === 0 ? undefined : LANGUAGE_NAMES[(index >> 1) % LANGUAGE_NAMES.length];
  const copy = language === undefined ? source : inLanguage(source, language);
  if (openPage(copy).page.blocks.length !== whole.labels.length) return [];
  const shortened = { source: copy, isShortened: true, whole, turn: index >> 1 };
  const opened = openShort(shortened);
  if (opened === undefined) return [];
  const { labels, words, truthWords } = opened;
  return [{ ...shortened, labels, words, truthWords }];
}

function openShort({ source, whole, turn }) {
  const opened = openPage(source);
  const short = shortenArticle({ ...opened, ...whole, page: opened.page, turn });
  return short === undefined ? undefined : { ...short, hints: opened.hints };
}

function inLanguage(source, language) {
  return { ...source, language, bytes: () => Buffer.from(htmlInLanguage(decodePage(source), language)) };
}
