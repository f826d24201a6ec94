/**
 * node ablation.mjs SET --folds WORK [--out ABLATION.md] [--every 10]
 *
 * Scores every invariant on both halves of the development set: alone, and all others without it. Writes the
 * table to ABLATION.md. Each page is scored by the model that was trained without its site.
 *
 * Variants that keep the same blocks of a page share one extraction.
 */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ablationTable } from './ablation-table.mjs';
import { readDevelopmentSet } from './development-set.mjs';
import { READER_COUNTS, scoreVariants } from './score-variants.mjs';
import { INVARIANTS, openModel, serveWith } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: 'string' },
    every: { type: 'string', default: '1' },
    out: { type: 'string', default: join(import.meta.dirname, 'ABLATION.md') },
    part: { type: 'string' },
  },
});
const names = INVARIANTS.map(({ name }) => name);
const variants = [
  { name: 'all', rules: names },
  { name: 'none', rules: [] },
  ...names.map((name) => ({ name: `without ${name}`, rules: names.filter((other) => other !== name) })),
  ...names.map((name) => ({ name: `only ${name}`, rules: [name] })),
];

if (options.part === undefined) await runParts();
else await runPart(Number(options.part));

async function runParts() {
  const parts = availableParallelism();
  const results = await Promise.all(Array.from({ length: parts }, (_, part) => runChild(part)));
  writeFileSync(options.out, ablationTable({ rules: INVARIANTS, counts: READER_COUNTS, results: results.flat() }));
}

function runChild(part) {
  const child = fork(import.meta.filename, [...process.argv.slice(2), '--part', String(part)], {
    serialization: 'advanced',
  });
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`Part ${part} exited with ${code}`)));
  });
}

async function runPart(part) {
  const pages = readDevelopmentSet(positionals[0])
    .filter(({ truth }) => truth !== '')
    .filter((_, index) => index % Number(options.every) === 0)
    .filter((_, index) => index % availableParallelism() === part);
  const models = Array.from({ length: settings.folds }, (_, fold) =>
    openModel(readFileSync(join(options.folds, `fold-${fold}.bin`))),
  );
  const results = [];
  for (const [index, page] of pages.entries()) {
    serveWith(models[page.fold]);
    results.push({ kind: page.kind, half: page.half, site: page.site, scores: await scoreVariants(page, variants) });
    if (index % 100 === 0) console.error(`part ${part}: ${index} of ${pages.length} pages`);
  }
  process.send(results, () => process.exit());
}
