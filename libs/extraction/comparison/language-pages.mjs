/**
 * node language-pages.mjs SET [--readers FOLDER] [--model FILE] [--languages zh,ja] [--worst 20] [--out FOLDER]
 *
 * Scores the main content of the pages collected by gather-languages.mjs, by language, for this library and others.
 * Intl.Segmenter splits words. Pages with required and forbidden snippets instead of a truth count the share found of
 * each. --model: a model file other than the shipped one. --worst lists pages. --out writes each result and its truth.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDevelopmentSet } from '../training/development-set.mjs';
import { textOfMarkdown } from '../training/markdown-text.mjs';
import { countSnippets, mean, scoreWords } from '../training/metrics.mjs';
import { openModel, serveWith } from '../training/serving.mjs';
import { openReaders } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readers: { type: 'string' },
    model: { type: 'string' },
    languages: { type: 'string' },
    worst: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});
const [set] = positionals;
/** Maximum words of a short text. */
const SHORT = 250;

const pages = readDevelopmentSet(set)
  .map((page) => ({ ...page, ...recordOf(page.id) }))
  .filter(({ language }) => options.languages?.split(',').includes(language) ?? true);
const readers = await openReaders({ folder: options.readers });
if (options.readers === undefined) delete readers['the whole page'];
if (options.model !== undefined) serveWith(openModel(readFileSync(options.model)));
if (options.out !== undefined) mkdirSync(options.out, { recursive: true });

const results = [];
for (const page of pages) {
  const segmenter = new Intl.Segmenter(page.language, { granularity: 'word' });
  const apart = (text) => [...segmenter.segment(text)].map(({ segment }) => segment).join(' ');
  const truth = apart(page.truth);
  const isShort = truth.split(/[^\p{L}\p{N}]+/u).length < SHORT;
  for (const [reader, read] of Object.entries(readers)) {
    const markdown = await Promise.resolve()
      .then(() => read(page))
      .catch(() => '');
    const text = textOfMarkdown(markdown);
    const share = (snippets) => countSnippets(snippets, text) / Math.max(1, snippets.length);
    const scores =
      page.truth === '' ? { wanted: share(page.with), unwanted: share(page.without) } : scoreWords(truth, apart(text));
    results.push({ ...page, reader, isShort, ...scores });
    if (options.out === undefined || reader !== 'this library') continue;
    writeFileSync(path.join(options.out, `${page.id}.md`), markdown);
    writeFileSync(path.join(options.out, `${page.id}.txt`), page.truth);
  }
}

const of = (list, figure) => (list.length === 0 ? '' : mean(list.map((result) => result[figure])).toFixed(3));
table(
  'F1 | precision | recall | short pages | their precision',
  ({ truth }) => truth !== '',
  (own) => {
    const short = own.filter(({ isShort }) => isShort);
    return [of(own, 'f1'), of(own, 'precision'), of(own, 'recall'), of(short, 'f1'), of(short, 'precision')];
  },
);
table(
  'what has to be there | what must not',
  ({ truth }) => truth === '',
  (own) => [of(own, 'wanted'), of(own, 'unwanted')],
);
const worst = results
  .filter(({ reader, truth }) => reader === 'this library' && truth !== '')
  .sort((a, b) => a.f1 - b.f1);
for (const { id, url, f1, precision, recall } of worst.slice(0, Number(options.worst)))
  console.log(f1.toFixed(2), precision.toFixed(2), recall.toFixed(2), id, url);
process.exit();

/** A row for each language and reader with results that `isCounted` accepts. */
function table(names, isCounted, figures) {
  const counted = results.filter(isCounted);
  if (counted.length === 0) return;
  console.log(`| | pages | reader | ${names} |\n${'|---'.repeat(names.split('|').length + 3)}|`);
  for (const language of [...new Set(counted.map((result) => result.language))].sort()) {
    for (const reader of Object.keys(readers)) {
      const own = counted.filter((result) => result.language === language && result.reader === reader);
      console.log(`| ${language} | ${own.length} | ${reader} | ${figures(own).join(' | ')} |`);
    }
  }
}

function recordOf(id) {
  const { language, source } = JSON.parse(readFileSync(path.join(set, 'ground-truth', `${id}.json`), 'utf8'));
  return { language, source };
}
