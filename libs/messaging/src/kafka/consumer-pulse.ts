import type { ConsumerHealth } from '../transport';

/** A consumer that is between two generations of its group for longer is unhealthy. */
const REJOIN_GRACE_MS = 30_000;
/** Ten times the interval in which the fetch loop sends heartbeats. */
const SILENCE_MS = 30_000;

/** Notes a consumer's signs of life and judges its health by them. */
export class ConsumerPulse {
  private beatAt = 0;
  private movedAt = 0;
  private awayAt: number | undefined;
  private state: 'new' | 'joined' | 'away' | 'draining' | 'failed' = 'new';

  constructor(
    private readonly stallMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** The broker has answered a heartbeat; only a running fetch loop sends any. */
  beat(): void {
    this.beatAt = this.now();
  }

  /** Since the last beat; 0 before the first. */
  get silenceMs(): number {
    return this.beatAt === 0 ? 0 : this.now() - this.beatAt;
  }

  /** An attempt has ended, or the first message after an idle time has come. */
  moved(): void {
    this.movedAt = this.now();
  }

  joined(): void {
    if (this.state === 'draining') return;
    this.state = 'joined';
    this.beat();
    this.moved();
  }

  left(): void {
    if (this.state !== 'joined') return;
    this.state = 'away';
    this.awayAt = this.now();
  }

  draining(): void {
    this.state = 'draining';
  }

  failed(): void {
    this.state = 'failed';
  }

  /** @param lag whether messages wait that could be handled now */
  verdict(lag: boolean): ConsumerHealth {
    const now = this.now();
    if (this.state === 'away') {
      return now - this.awayAt! < REJOIN_GRACE_MS ? { healthy: true } : unhealthy('out of its group');
    }
    if (this.state === 'new') return unhealthy('not joined yet');
    if (this.state !== 'joined') return unhealthy(this.state);
    if (now - this.beatAt > SILENCE_MS) return unhealthy('no heartbeat is answered');
    if (lag && now - this.movedAt > this.stallMs) {
      return { ...unhealthy('lag stands and nothing moves'), stalled: true };
    }
    return { healthy: true };
  }
}

function unhealthy(reason: string): ConsumerHealth {
  return { healthy: false, reason };
}
