/**
 * node measure-confidence.mjs SET WORK: writes confidence.json to WORK, for each page of evaluation.json its F1 and the
 * figures of the confidence head, computed with the model that was trained without its site.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDevelopmentSet } from './development-set.mjs';
import { confidenceFigures, openModel, scorePage, serveWith } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const [set, work] = process.argv.slice(2);
const { results } = JSON.parse(readFileSync(join(work, 'evaluation.json'), 'utf8'));
const f1s = new Map(results.map(({ id, f1 }) => [id, f1]));
const models = Array.from({ length: settings.folds }, (_, fold) =>
  openModel(readFileSync(join(work, `fold-${fold}.bin`))),
);
const pages = [];
for (const page of readDevelopmentSet(set)) {
  if (!f1s.has(page.id)) continue;
  serveWith(models[page.fold]);
  const scored = scorePage(page);
  // The model gives no verdict on such pages.
  if (scored === undefined) continue;
  pages.push({ fold: page.fold, f1: f1s.get(page.id), figures: [...confidenceFigures(scored)] });
}
writeFileSync(join(work, 'confidence.json'), JSON.stringify({ pages }));
console.log(`${pages.length} pages measured`);
