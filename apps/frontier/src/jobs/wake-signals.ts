import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@orbweaver/platform';

/** Wakes the loops of this process. Other processes notice changes by their ticks. */
@Injectable()
export class WakeSignals {
  readonly pages = new WakeSignal();
  readonly seeds = new WakeSignal();
}
