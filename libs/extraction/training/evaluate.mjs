/**
 * node evaluate.mjs SET [--folds WORK] [--half write|prove] [--without NAME,NAME|all] [--only NAME,NAME]
 *   [--types product,forum] [--every 10] [--worst 20] [--out FILE]
 *
 * Scores the whole extraction on the development set: bytes to markdown, markdown to text, text against the truth.
 * With --folds, each page is scored by the model of WORK that was trained without its site; otherwise by the shipped
 * model, which was trained on all of these pages. `apart` is F1 without a title line that is missing from the truth.
 * --half prove prints totals only: its pages must not be read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDevelopmentSet } from './development-set.mjs';
import { textOfMarkdown } from './markdown-text.mjs';
import { countSnippets, lowerWords, mean, scoreShingles, scoreWords } from './metrics.mjs';
import { markdownWith, withoutTitle } from './score-variants.mjs';
import { INVARIANTS, openModel, serveWith } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: 'string' },
    half: { type: 'string' },
    without: { type: 'string' },
    only: { type: 'string' },
    types: { type: 'string' },
    every: { type: 'string', default: '1' },
    worst: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});
const rules = selectRules(options);
const showsPages = options.half !== 'prove';

/** Pages without main content are left out. */
const pages = readDevelopmentSet(positionals[0])
  .filter(({ truth, kind }) => truth !== '' && (options.types?.split(',').includes(kind) ?? true))
  .filter(({ half }) => options.half === undefined || half === options.half)
  .filter((_, index) => index % Number(options.every) === 0);
const models = Array.from({ length: options.folds === undefined ? 0 : settings.folds }, (_, fold) =>
  openModel(readFileSync(join(options.folds, `fold-${fold}.bin`))),
);

const results = [];
for (const page of pages) {
  if (models.length > 0) serveWith(models[page.fold]);
  results.push({ id: page.id, kind: page.kind, url: page.url, ...(await scorePage(page)) });
}
const isArticle = ({ kind }) => kind === 'article';
const groups = {
  all: summarise(results),
  articles: summarise(results.filter(isArticle)),
  'other kinds': summarise(results.filter((result) => !isArticle(result))),
};
for (const kind of [...new Set(results.map((result) => result.kind))].sort()) {
  if (kind !== 'article') groups[kind] = summarise(results.filter((result) => result.kind === kind));
}
console.table(groups);
for (const result of results.toSorted((a, b) => a.f1 - b.f1).slice(0, showsPages ? Number(options.worst) : 0)) {
  const [f1, precision, recall] = [result.f1, result.precision, result.recall].map((figure) => figure.toFixed(3));
  console.log(f1, precision, recall, result.kind, result.id, result.url);
}
if (options.out !== undefined) writeFileSync(options.out, JSON.stringify({ groups, ...(showsPages && { results }) }));

async function scorePage(page) {
  const before = process.cpuUsage();
  const markdown = await markdownWith(page, rules);
  const { user, system } = process.cpuUsage(before);
  const text = textOfMarkdown(markdown);
  return {
    ...scoreWords(page.truth, text),
    apart: scoreWords(page.truth, withoutTitle(page, markdown, text)).f1,
    shingles: scoreShingles(page.truth, text),
    isEmpty: lowerWords(text).length === 0,
    with: [countSnippets(page.with, text), page.with.length],
    without: [countSnippets(page.without, text), page.without.length],
    cpuMs: (user + system) / 1000,
  };
}

function selectRules({ without, only }) {
  const known = INVARIANTS.map(({ name }) => name);
  const named = (list) => (list === 'all' ? known : (list?.split(',') ?? []));
  for (const name of [...named(without), ...named(only)])
    if (!known.includes(name)) throw new Error(`Unknown invariant ${name}. Invariants: ${known.join(', ')}.`);
  const isSelected = (name) => !named(without).includes(name) && (only === undefined || named(only).includes(name));
  return INVARIANTS.filter(({ name }) => isSelected(name));
}

function summarise(scored) {
  const of = (figure) => mean(scored.map(figure));
  const rate = (pairs) =>
    pairs.reduce((sum, [found]) => sum + found, 0) /
    Math.max(
      1,
      pairs.reduce((sum, [, all]) => sum + all, 0),
    );
  const shinglePrecision = mean(scored.filter(({ isEmpty }) => !isEmpty).map(({ shingles }) => shingles.precision));
  const shingleRecall = of(({ shingles }) => shingles.recall);
  const figures = {
    precision: of(({ precision }) => precision),
    recall: of(({ recall }) => recall),
    f1: of(({ f1 }) => f1),
    apart: of(({ apart }) => apart),
    shingleF1: (2 * shinglePrecision * shingleRecall) / (shinglePrecision + shingleRecall || 1),
    with: rate(scored.map((result) => result.with)),
    without: rate(scored.map((result) => result.without)),
  };
  const rounded = Object.entries(figures).map(([name, figure]) => [name, Number(figure.toFixed(4))]);
  return {
    pages: scored.length,
    ...Object.fromEntries(rounded),
    empty: scored.filter(({ isEmpty }) => isEmpty).length,
    cpuMs: Number(of(({ cpuMs }) => cpuMs).toFixed(1)),
  };
}
