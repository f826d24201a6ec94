import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Wakes the loops of this process. Other processes notice changes by their ticks. */
@Injectable()
export class ResultsSignals {
  readonly outbox = new WakeSignal();
  readonly enrichments = new WakeSignal();
  readonly pageCache = new WakeSignal();
}
