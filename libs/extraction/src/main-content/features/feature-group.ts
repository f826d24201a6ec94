import type { PageView } from '../page-view';

/** One row of figures a block, filled from left to right. */
export class FeatureRow {
  private at = 0;

  constructor(private readonly values: Float32Array) {}

  start(row: number, width: number): void {
    this.at = row * width;
  }

  put(value: number): void {
    this.values[this.at++] = value;
  }

  get position(): number {
    return this.at;
  }
}

export interface FeatureGroup {
  names: readonly string[];
  /** Looks at a page; the answer writes the figures of a block, one for each name. */
  open(page: PageView): (block: number, row: FeatureRow) => void;
}

export const log = Math.log1p;
