/**
 * node main-content.mjs SET [--folds WORK] [--readers FOLDER] [--python PYTHON] [--every 10] [--types forum] [--losses authors]
 *
 * Scores the main content of the development set by this library and by others in the same way: HTML to markdown to
 * text, bags of words against the truth, mean over pages; then the losses of reader-losses.mjs.
 *
 * SET and WORK: training/README.md. Without --folds the model has seen the pages, so its figures are too good. FOLDER:
 * `npm install --prefix FOLDER @mozilla/readability defuddle linkedom@0.18.10`. PYTHON: an interpreter with trafilatura.
 * --losses lists the worst pages of a measure. --out writes the figures and markdown of each page to a folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDevelopmentSet } from '../training/development-set.mjs';
import { textOfMarkdown } from '../training/markdown-text.mjs';
import { countSnippets, mean, scoreWords } from '../training/metrics.mjs';
import { openModel, serveWith } from '../training/serving.mjs';
import settings from '../training/settings.json' with { type: 'json' };
import { readSource } from './page-source.mjs';
import { LOSSES, readAnswer } from './reader-losses.mjs';
import { openReaders } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: 'string' },
    readers: { type: 'string' },
    python: { type: 'string' },
    every: { type: 'string', default: '1' },
    types: { type: 'string' },
    losses: { type: 'string' },
    out: { type: 'string' },
  },
});
const [set] = positionals;
const pages = readDevelopmentSet(set)
  .filter(({ truth, kind }) => truth !== '' && (options.types?.split(',').includes(kind) ?? true))
  .filter((_, index) => index % Number(options.every) === 0);
const models = Array.from({ length: options.folds === undefined ? 0 : settings.folds }, (_, fold) =>
  openModel(readFileSync(path.join(options.folds, `fold-${fold}.bin`))),
);
const readers = await openReaders({ folder: options.readers, python: options.python });

const scores = Object.fromEntries(Object.keys(readers).map((name) => [name, []]));
for (const [index, page] of pages.entries()) {
  if (models.length > 0) serveWith(models[page.fold]);
  const source = readSource(page.bytes().toString('utf8'));
  for (const [name, reader] of Object.entries(readers)) {
    const before = process.cpuUsage();
    const markdown = await Promise.resolve()
      .then(() => reader(page))
      .catch(() => '');
    const { user, system } = process.cpuUsage(before);
    scores[name].push({ page, markdown, cpuMs: (user + system) / 1000, ...scorePage(page, source, markdown) });
  }
  if (index % 100 === 0) console.error(`${index} of ${pages.length} pages`);
}

const kinds = ['article', ...[...new Set(pages.map(({ kind }) => kind))].filter((kind) => kind !== 'article').sort()];
printTable(
  'words',
  ['F1', 'precision', 'recall', 'other kinds', 'their recall', ...kinds, 'without', 'CPU ms'],
  wordsOf,
);
printTable('kept', Object.keys(LOSSES), (results) => Object.keys(LOSSES).map((name) => rate(results, name)));
console.log(
  `\n${pages.length} pages: ${kinds.map((kind) => `${pages.filter((page) => page.kind === kind).length} ${kind}`).join(', ')}`,
);
const counts = Object.keys(LOSSES).map((name) => `${sum(scores['this library'], name, 1)} ${name}`);
console.log(`Of this library were looked at: ${counts.join(', ')}`);
if (options.losses !== undefined) listWorst(scores['this library'], options.losses);
if (options.out !== undefined) writeAnswers(scores['this library'], options.out);
process.exit();

function scorePage(page, source, markdown) {
  const text = textOfMarkdown(markdown);
  const looked = { ...page, source, markdown, answer: readAnswer(markdown) };
  return {
    ...scoreWords(page.truth, text),
    without: [countSnippets(page.without, text), page.without.length],
    ...Object.fromEntries(Object.entries(LOSSES).map(([name, measure]) => [name, measure(looked)])),
  };
}

function printTable(title, columns, rowOf) {
  console.log(`\n| ${title} | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`);
  for (const [name, results] of Object.entries(scores)) console.log(`| ${name} | ${rowOf(results).join(' | ')} |`);
}

function wordsOf(results) {
  const of = (figure, isWanted = () => true) =>
    mean(results.filter(({ page }) => isWanted(page.kind)).map((result) => result[figure])).toFixed(3);
  const isOther = (kind) => kind !== 'article';
  return [
    ...[of('f1'), of('precision'), of('recall'), of('f1', isOther), of('recall', isOther)],
    ...kinds.map((wanted) => of('f1', (kind) => kind === wanted)),
    ...[rate(results, 'without'), Number(of('cpuMs')).toFixed(0)],
  ];
}

function sum(results, name, place) {
  return results.reduce((total, result) => total + result[name][place], 0);
}

function rate(results, name) {
  return (sum(results, name, 0) / Math.max(1, sum(results, name, 1))).toFixed(3);
}

function listWorst(results, name) {
  const lost = results.toSorted((a, b) => b[name][1] - b[name][0] - (a[name][1] - a[name][0]));
  for (const { page, [name]: pair } of lost.slice(0, 60).filter(({ [name]: pair }) => pair[2].length > 0))
    console.log(pair.slice(0, 2).join(' of '), page.kind, page.id, page.url, pair[2].slice(0, 8));
}

function writeAnswers(results, folder) {
  mkdirSync(folder, { recursive: true });
  for (const { page, markdown } of results) writeFileSync(path.join(folder, `${page.id}.md`), markdown);
  const figures = results.map(({ page: { id, kind, url }, markdown: _, ...rest }) => ({ id, kind, url, ...rest }));
  writeFileSync(path.join(folder, 'figures.json'), JSON.stringify(figures));
}
