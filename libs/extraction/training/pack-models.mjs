/** node pack-models.mjs WORK: makes model files of what xgboost wrote, fold-N.bin and final.bin in WORK. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURE_NAMES, writeModelFile } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const [work] = process.argv.slice(2);
const readJson = (name) => JSON.parse(readFileSync(join(work, name), 'utf8'));
const { featureNames } = readJson('pages.json');
if (featureNames.join() !== FEATURE_NAMES.join()) throw new Error(`${work} was made with other features`);
const lexicons = readJson('lexicons.json');
const names = [...Array.from({ length: settings.folds }, (_, fold) => `fold-${fold}`), 'final'];
names.forEach((name, index) => {
  const runs = Array.from({ length: settings.runs }, (_, run) => `${name}.${run}.json`);
  if (!runs.every((run) => existsSync(join(work, run)))) return;
  const trees = runs.flatMap((run) => readJson(run).learner.gradient_booster.model.trees.map(toTree));
  const { attributes, words } = lexicons[index];
  const bytes = writeModelFile({
    featureNames,
    trees,
    base: Math.log(settings.base / (1 - settings.base)),
    lexicon: { attributes: new Map(attributes), words: new Map(words) },
    cut: settings.cut,
  });
  writeFileSync(join(work, `${name}.bin`), bytes);
  console.log(`${name}.bin: ${bytes.length} bytes, ${trees.length} trees`);
});

/** Of parallel arrays. A leaf keeps its value where other nodes have their edge; the runs are averaged. */
function toTree({ left_children: left, right_children: right, split_indices: features, split_conditions: values }) {
  const nodeAt = (at) => {
    if (left[at] === -1) return { value: values[at] / settings.runs };
    return {
      feature: features[at],
      edge: Math.fround(values[at]),
      left: nodeAt(left[at]),
      right: nodeAt(right[at]),
    };
  };
  return nodeAt(0);
}
