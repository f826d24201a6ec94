import type { PageView } from '../page-view';
import type { RuledPage } from './rule';
import { RULES } from './rules';

/** Corrects the scorer's choice. Changes `kept`, by block: 1 is kept. `isProduct`: the page offers one product. */
export function applyRules(view: PageView, scores: Float32Array, kept: Uint8Array, isProduct: boolean): void {
  const boilerplate = new Uint8Array(kept.length);
  const page: RuledPage = { view, scores, isProduct, hasPosts: false, boilerplate };
  for (const { marksBoilerplate, appliesTo, apply } of RULES) {
    if (appliesTo?.(page) === false) continue;
    const before = marksBoilerplate === true ? kept.slice() : undefined;
    apply(page, kept);
    before?.forEach((was, index) => {
      if (was === 1 && kept[index] === 0) boilerplate[index] = 1;
    });
  }
}
