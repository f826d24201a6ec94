import type { ContentVerdict } from '../../capture';
import { PAGE_KINDS, type PageKind } from '../kind/page-kinds';
import type { ScorerModel } from '../scorer-model';
import { confidenceFigures, type ScoredPage } from './confidence-figures';

export const LOW_CONFIDENCE_WARNING =
  'The main content of this page was identified with low confidence. Set onlyMainContent to false if something is missing.';

export function contentVerdict(page: ScoredPage, model: ScorerModel): ContentVerdict {
  const best = page.kinds.indexOf(Math.max(...page.kinds));
  const confidence = model.confidence(confidenceFigures(page));
  return {
    kind: PAGE_KINDS[best] as PageKind,
    confidence: Math.round(100 * confidence) / 100,
    isLow: confidence < model.lowConfidence,
  };
}
