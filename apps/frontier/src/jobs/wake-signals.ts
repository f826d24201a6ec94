import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Wakes the loops of this process. Other processes notice changes by their ticks. */
@Injectable()
export class WakeSignals {
  /** Pages may have become due, or leases free. */
  readonly pages = new WakeSignal();
  /** A job waits for its seeds. */
  readonly seeds = new WakeSignal();
}
