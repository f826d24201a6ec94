/** node write-card.mjs WORK: writes model/README.md, the card of model/main-content.bin, from what is in WORK. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FEATURES, openModel, PAGE_KINDS } from './serving.mjs';
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
const confidence = readJson('confidence-report.json');
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

const factors = Object.entries(settings.cut.kinds)
  .map(([kind, factor]) => `${factor} (${kind})`)
  .join(', ');
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const deciles = confidence.deciles.map(
  ({ mean, wrong }, index) => `| ${index + 1} | ${mean.toFixed(2)} | ${percent(wrong)} |`,
);

writeFileSync(
  join(modelDirectory, 'README.md'),
  `# Main content model

\`main-content.bin\` holds three forests: the probability that a block of text is main content (\`onlyMainContent\` keeps
the blocks above a threshold), the probabilities of seven kinds of pages (they set the threshold), and the confidence that
the main content of a page is right. Each worker reads the file once. The same page always gives the same result.

This file is written by \`training/train.sh\`; do not edit it.

| | |
|---|---|
| File | ${count(bytes.length)} bytes, sha256 \`${createHash('sha256').update(bytes).digest('hex')}\` |
| Blocks | gradient-boosted trees: ${settings.runs * settings.rounds} of ${settings.runs} averaged runs, up to ${settings.xgboost.max_depth} splits deep, ${MODEL_FEATURES.blocks.length} features |
| Kinds | ${settings.kinds.rounds} trees for each of ${PAGE_KINDS.length} kinds, up to ${settings.kinds.xgboost.max_depth} splits deep, ${MODEL_FEATURES.kinds.length} features of a page |
| Confidence | ${settings.confidence.rounds} trees, up to ${settings.confidence.xgboost.max_depth} splits deep, ${MODEL_FEATURES.confidence.length} statistics of a page |
| Lexicon | hashes of ${count(model.lexicon.attributes.size)} class names, ids, roles and their parts, and of ${count(model.lexicon.words.size)} words, each with a weight |
| Threshold | ${settings.cut.share} times the square of the best expected F1 of the page, between ${settings.cut.least} and ${settings.cut.most}; times ${factors} by the probabilities of the kinds |
| Made with | ${versions.join(', ')} and the features of this directory's sources |

## Data

The development half of the Web Content Extraction Benchmark (WCXB) by Murrough Foley,
[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/): 1,497 real pages of seven kinds, with their main content reviewed
by people. ${count(pages.length)} of them have main content; their ${count(blocks)} blocks were labelled by comparing words. ${count(copies)} copies have
made-up words of another script, and ${count(short.length)} copies are articles with one to four paragraphs. The pages are not in
this repository, and the model holds only hashes of their words.

Held back, and never fetched, opened or scored: the test half of WCXB and article-extraction-benchmark. Spent: both halves of
the development set, because factors and features were chosen by their totals, and the pages of Trafilatura, magic-html,
waddle and fundus, from which words and limits were taken.

## Figures

The whole extraction, from bytes to markdown, compared with the truth. Each page is scored by a model that was trained
without its site (${settings.folds} folds). F1, precision and recall: bag of lower-case words, mean over pages. Shingles: bags of four
words. With and without: share of the wanted and of the unwanted snippets in the result.

| Pages | count | F1 | precision | recall | shingle F1 | with | without | empty |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## Confidence

By decile of confidence, lowest first: mean confidence, and the share of pages with an F1 below ${settings.confidence.rightF1}. Every page is
judged by a confidence head that was trained without its site.

| Decile | confidence | F1 below ${settings.confidence.rightF1} |
|---|---|---|
${deciles.join('\n')}

Documents with a confidence below ${settings.confidence.low} have a warning: ${percent(confidence.warned)} of these pages. ${percent(confidence.wrongOfWarned)} of them have such an F1, and
${percent(confidence.warnedOfWrong)} of all pages with such an F1 are among them.

## Limits

- Most pages are English, of around 2025. Features of form and markup carry over to other languages; the words of the
  lexicon hardly do. The README of the package has figures for some languages.
- The unit is the block. Text that is partly content is kept or removed as a whole.
- Accuracy is lowest for collections and listings (how much of each card), product pages (reviews, recommendations), and
  comments below articles.
- A build with other features rejects the file.

## Training

See [training/README.md](../training/README.md).
`,
);
