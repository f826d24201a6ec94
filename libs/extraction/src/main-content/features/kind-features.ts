import { PAGE_KINDS } from '../kind/page-kinds';
import type { FeatureRow } from './feature-group';

/** Probabilities of the kinds of the page, the same for all its blocks. */
export const KIND_FEATURE_NAMES: readonly string[] = PAGE_KINDS.map((kind) => `is:${kind}`);

export function putKinds(kinds: Float32Array, row: FeatureRow): void {
  for (let kind = 0; kind < kinds.length; kind++) row.put(kinds[kind] as number);
}
