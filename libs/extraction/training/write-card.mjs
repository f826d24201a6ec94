/** node write-card.mjs WORK: writes model/README.md, the card of model/main-content.bin, from what is in WORK. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const [work] = process.argv.slice(2);
const readJson = (name) => JSON.parse(readFileSync(join(work, name), 'utf8'));
const modelDirectory = join(import.meta.dirname, '..', 'model');
const bytes = readFileSync(join(modelDirectory, 'main-content.bin'));
const model = openModel(bytes);
const described = readJson('pages.json').pages;
const short = described.filter(({ isShortened }) => isShortened);
const pages = described.filter(({ language, isShortened }) => language === undefined && !isShortened);
const copies = described.length - pages.length - short.length;
const { groups } = readJson('evaluation.json');
const versions = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8')
  .trim()
  .split('\n');
const blocks = pages.reduce((sum, page) => sum + page.blocks, 0);
const count = (number) => number.toLocaleString('en');
const COLUMNS = ['pages', 'f1', 'precision', 'recall', 'shingleF1', 'with', 'without', 'empty'];
const cell = (figure) => (Number.isInteger(figure) ? count(figure) : figure.toFixed(3));
const rows = Object.entries(groups).map(([name, figures]) => {
  return `| ${name} | ${COLUMNS.map((column) => cell(figures[column])).join(' | ')} |`;
});

writeFileSync(
  join(modelDirectory, 'README.md'),
  `# Main content model

\`main-content.bin\` says of every block of text on a page how probable it is that the block belongs to what the page is
about. \`onlyMainContent\` keeps the blocks that it says so of. It is read once in every worker, needs no network, and
gives the same answer for the same page.

This file is written by \`training/train.sh\`; do not edit it.

| | |
|---|---|
| File | ${count(bytes.length)} bytes, sha256 \`${createHash('sha256').update(bytes).digest('hex')}\` |
| Kind | gradient boosted decision trees: ${settings.runs * settings.rounds} of ${settings.runs} averaged runs, up to ${settings.xgboost.max_depth} splits deep, over ${model.featureNames.length} features a block |
| Lexicon | hashes of ${count(model.lexicon.attributes.size)} class names, ids, roles and parts of them, and of ${count(model.lexicon.words.size)} words, each with a weight |
| Cut | ${settings.cut.share} of the best F1 to be expected on the page to the power of ${settings.cut.power}, between ${settings.cut.least} and ${settings.cut.most}; \`cut-of-page.ts\` bends it by what a page says it is |
| Made with | ${versions.join(', ')} and the features of this directory's sources |

## Data

The development half of the Web Content Extraction Benchmark (WCXB) by Murrough Foley,
[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/): 1,497 real pages of seven kinds, with the text that belongs
to each, reviewed by people. ${count(pages.length)} of them have such a text; their ${count(blocks)} blocks were labelled by
comparing words. ${count(copies)} of the pages are there a second time, with a made-up word of another script for each of
theirs, and ${count(short.length)} articles with one to four of their paragraphs, every second of them in another script. No page of
the benchmark's test half, and nothing of any other benchmark, was trained on.
The pages themselves are not in this repository, and cannot be had from the model: of their words it holds hashes.

## Figures

The whole extraction, from bytes to markdown, with the text of the markdown against that of the truth. Every page is
scored by a model that was trained without its site (${settings.folds} folds). Words: bag of lower-case words, mean over pages.
Shingles: bags of four words. With and without: share of the snippets that must and that must not be there.

| Pages | count | F1 | precision | recall | shingle F1 | with | without | empty |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## Limits

- Mostly English pages, of the years around 2025. The features are of form and markup, so other languages work, but
  what the lexicon says of words hardly reaches them. Figures for some of them are in the package's README.
- It chooses blocks. Text that is partly content stays or goes as a whole, and what is on the page twice may stay twice.
- Weakest where people disagree what the content is: collections and listings (how much of each card), product pages
  (reviews, recommendations), and comments under articles.
- It knows the features that it was trained for, in their order. A build that computes others refuses it.

## Making it anew

See [training/README.md](../training/README.md).
`,
);
