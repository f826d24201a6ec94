import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel, type ScorerModel } from './scorer-model';

/** Seen from `src` as from `dist`. */
const MODEL_FILE = join(__dirname, '..', '..', 'model', 'main-content.bin');

let model: ScorerModel | undefined;

/** Read once, when the first page asks. */
export function mainContentModel(): ScorerModel {
  model ??= openModel(readFileSync(MODEL_FILE));
  return model;
}
