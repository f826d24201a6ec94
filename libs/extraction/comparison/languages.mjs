/**
 * node languages.mjs SET [--folds WORK] [--every 5] [--types article]
 *
 * Scores the development set with its words replaced by those of other scripts (training/other-scripts.mjs), next to the
 * original pages. In scripts without spaces, each letter counts as a word.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDevelopmentSet } from '../training/development-set.mjs';
import { textOfMarkdown } from '../training/markdown-text.mjs';
import { mean, scoreWords } from '../training/metrics.mjs';
import { htmlInLanguage, LANGUAGE_NAMES, textInLanguage } from '../training/other-scripts.mjs';
import { openModel, serveWith } from '../training/serving.mjs';
import settings from '../training/settings.json' with { type: 'json' };
import { openReaders } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { folds: { type: 'string' }, every: { type: 'string', default: '5' }, types: { type: 'string' } },
});
/** Maximum words of a short truth. */
const SHORT = 400;
const pages = readDevelopmentSet(positionals[0])
  .filter(({ truth, kind }) => truth !== '' && (options.types?.split(',').includes(kind) ?? true))
  .filter((_, index) => index % Number(options.every) === 0);
const models = Array.from({ length: options.folds === undefined ? 0 : settings.folds }, (_, fold) =>
  openModel(readFileSync(path.join(options.folds, `fold-${fold}.bin`))),
);
const { 'this library': read } = await openReaders({});

console.log(
  '| | F1 | precision | recall | articles | short articles | their precision | other kinds |\n|---|---|---|---|---|---|---|---|',
);
for (const language of ['en', ...LANGUAGE_NAMES]) {
  const results = [];
  for (const page of pages) {
    if (models.length > 0) serveWith(models[page.fold]);
    const isOwn = language === 'en';
    const html = isOwn ? undefined : Buffer.from(htmlInLanguage(page.bytes().toString('utf8'), language));
    const truth = isOwn ? page.truth : textInLanguage(page.truth, language);
    const markdown = await read(isOwn ? page : { ...page, bytes: () => html });
    const isShort = page.truth.split(/\s+/).length < SHORT;
    results.push({ kind: page.kind, isShort, ...scoreWords(apart(truth), apart(textOfMarkdown(markdown))) });
  }
  const of = (figure, isWanted = () => true) =>
    mean(results.filter(isWanted).map((result) => result[figure])).toFixed(3);
  const isArticle = ({ kind }) => kind === 'article';
  const isShortArticle = (result) => isArticle(result) && result.isShort;
  const cells = [of('f1'), of('precision'), of('recall'), of('f1', isArticle), of('f1', isShortArticle)];
  cells.push(
    of('precision', isShortArticle),
    of('f1', (result) => !isArticle(result)),
  );
  console.log(`| ${language} | ${cells.join(' | ')} |`);
}
console.log(`\n${pages.length} pages in each language`);

function apart(text) {
  return text.replace(/[\u3040-\u30ff\u3400-\u9fff]/g, ' $& ');
}
