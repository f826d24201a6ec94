import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Wakes the loops of this process. Other processes notice changes by their ticks. */
@Injectable()
export class ResultsSignals {
  /** The outbox may have a due webhook event. */
  readonly outbox = new WakeSignal();
  /** A document was queued for the language model, or finished. */
  readonly enrichments = new WakeSignal();
  /** The page cache has grown. */
  readonly pageCache = new WakeSignal();
}
