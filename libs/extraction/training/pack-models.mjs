/**
 * node pack-models.mjs WORK: packs the forests that xgboost wrote to WORK into model files, fold-N.bin and final.bin.
 * Without a trained confidence head, confidence is constant.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FEATURES, PAGE_KINDS, writeModelFile } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const [work] = process.argv.slice(2);
const pathOf = (name) => join(work, name);
const readJson = (name) => JSON.parse(readFileSync(pathOf(name), 'utf8'));
const { featureNames, kindFigureNames } = readJson('pages.json');
if (featureNames.join() !== MODEL_FEATURES.blocks.join() || kindFigureNames.join() !== MODEL_FEATURES.kinds.join())
  throw new Error(`${work} was made with other features`);
const lexicons = readJson('lexicons.json');
const kinds = PAGE_KINDS.map((kind) => settings.cut.kinds[kind] ?? 1);
const names = [...Array.from({ length: settings.folds }, (_, fold) => `fold-${fold}`), 'final'];
names.forEach((name, index) => {
  const runs = Array.from({ length: settings.runs }, (_, run) => `${name}.${run}.json`);
  if (!runs.every((run) => existsSync(pathOf(run)))) return;
  const { attributes, words } = lexicons[index];
  const bytes = writeModelFile({
    forests: {
      blocks: {
        featureNames,
        outputs: 1,
        trees: runs.flatMap((run) => readTrees(run, settings.runs)),
        base: logOdds(settings.base),
      },
      kinds: {
        featureNames: kindFigureNames,
        outputs: PAGE_KINDS.length,
        trees: readTrees(`${name}.kinds.json`),
        base: 0,
      },
      confidence: readConfidence(`${name}.confidence.json`),
    },
    lexicon: { attributes: new Map(attributes), words: new Map(words) },
    cut: { ...settings.cut, kinds },
    lowConfidence: settings.confidence.low,
  });
  writeFileSync(pathOf(`${name}.bin`), bytes);
  console.log(`${name}.bin: ${bytes.length} bytes`);
});

function readConfidence(name) {
  const featureNames = MODEL_FEATURES.confidence;
  if (!existsSync(pathOf(name))) return { featureNames, outputs: 1, trees: [{ value: 0 }], base: 0 };
  return { featureNames, outputs: 1, trees: readTrees(name), base: logOdds(readJson('confidence-base.json')) };
}

function readTrees(name, runs = 1) {
  return readJson(name).learner.gradient_booster.model.trees.map((tree) => toTree(tree, runs));
}

/** Of parallel arrays. A leaf keeps its value where other nodes have their edge; values are averaged over runs. */
function toTree(
  { left_children: left, right_children: right, split_indices: features, split_conditions: values },
  runs,
) {
  const nodeAt = (at) => {
    if (left[at] === -1) return { value: values[at] / runs };
    return {
      feature: features[at],
      edge: Math.fround(values[at]),
      left: nodeAt(left[at]),
      right: nodeAt(right[at]),
    };
  };
  return nodeAt(0);
}

function logOdds(probability) {
  return Math.log(probability / (1 - probability));
}
