import type { PageView } from '../page-view';

/** Writes the features of blocks one after the other. */
export class FeatureRow {
  private at = 0;

  constructor(private readonly values: Float32Array) {}

  put(value: number): void {
    this.values[this.at++] = value;
  }
}

/** Features are not scaled: trees only compare them. */
export interface FeatureGroup {
  names: readonly string[];
  /** Returns a function that writes the features of a block, one for each name. */
  open(page: PageView): (block: number, row: FeatureRow) => void;
}
