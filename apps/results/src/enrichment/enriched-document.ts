import type { PageDocument } from '@orbweaver/contracts';
import type { Usage } from '@orbweaver/language-model';
import type { ModelComparison } from '../change-tracking/track-changes';

export interface EnrichedDocument extends PageDocument {
  modelUse?: ModelUse;
  modelComparison?: ModelComparison;
  traceparent?: string | undefined;
}

interface ModelUse extends Usage {
  isBilled: boolean;
}
