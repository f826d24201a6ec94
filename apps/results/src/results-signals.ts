import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Wakes the loops of this process when something may have changed. Other processes notice by their ticks. */
@Injectable()
export class ResultsSignals {
  /** The outbox may have a due webhook event. */
  readonly outbox = new WakeSignal();
  /** A document waits for the language model, or one has come from it. */
  readonly enrichments = new WakeSignal();
  /** The page cache has grown. */
  readonly pageCache = new WakeSignal();
}
