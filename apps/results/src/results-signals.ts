import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Says within this process that something may have changed; other processes notice by their ticks. */
@Injectable()
export class ResultsSignals {
  /** The outbox may have a due webhook event. */
  readonly outbox = new WakeSignal();
  /** The page cache has grown. */
  readonly pageCache = new WakeSignal();
}
