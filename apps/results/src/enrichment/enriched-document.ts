import type { PageDocument } from '@orbweaver/contracts';
import type { Usage } from '@orbweaver/language-model';
import type { ModelComparison } from '../change-tracking/track-changes';

/** A document on its way to the store, after the language model if it had anything to do for it. */
export interface EnrichedDocument extends PageDocument {
  modelUse?: ModelUse;
  modelComparison?: ModelComparison;
  /** Of the storing, for the webhook that tells of the page. */
  traceparent?: string | undefined;
}

interface ModelUse extends Usage {
  /** The model gave an extraction that was asked of it. */
  isBilled: boolean;
}
