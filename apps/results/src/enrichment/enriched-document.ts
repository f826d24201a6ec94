import type { PageDocument } from '@orbweaver/contracts';
import type { Usage } from '@orbweaver/language-model';
import type { ModelComparison } from '../change-tracking/track-changes';

/** A document to be stored, after the language model if it was used. */
export interface EnrichedDocument extends PageDocument {
  modelUse?: ModelUse;
  modelComparison?: ModelComparison;
  /** Trace of the storing, for the webhook of the page. */
  traceparent?: string | undefined;
}

interface ModelUse extends Usage {
  /** Whether the model returned a requested extraction. */
  isBilled: boolean;
}
