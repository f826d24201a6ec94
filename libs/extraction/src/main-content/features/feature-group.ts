import type { PageView } from '../page-view';

/** Rows of figures, filled one after the other from left to right. */
export class FeatureRow {
  private at = 0;

  constructor(private readonly values: Float32Array) {}

  put(value: number): void {
    this.values[this.at++] = value;
  }
}

/** Figures are put as they are: trees only compare, and a logarithm would change no answer. */
export interface FeatureGroup {
  names: readonly string[];
  /** Looks at a page; the answer writes the figures of a block, one for each name. */
  open(page: PageView): (block: number, row: FeatureRow) => void;
}
