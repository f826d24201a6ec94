import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel, type ScorerModel } from './scorer-model';

/** The same path from `src` and `dist`. */
const MODEL_FILE = join(__dirname, '..', '..', 'model', 'main-content.bin');

let model: ScorerModel | undefined;

/** Reads the model file on first use. */
export function mainContentModel(): ScorerModel {
  model ??= openModel(readFileSync(MODEL_FILE));
  return model;
}
