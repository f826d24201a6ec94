import type { ConsumerHealth } from '../transport';

/** Maximum absence during a rebalance. A longer one is unhealthy. */
const REJOIN_GRACE_MS = 30_000;
/** Ten heartbeat intervals of the fetch loop. */
const SILENCE_MS = 30_000;

/**
 * A consumer outside its group for this long although Kafka accepts new connections does not recover. Liveness fails,
 * so that the process is restarted.
 */
const LOST_AFTER_MS = 180_000;

/** Judges a consumer's health by its activity. */
export class ConsumerPulse {
  private beatAt = 0;
  private movedAt = 0;
  private awayAt: number | undefined;
  private isKafkaUp = false;
  private state: 'new' | 'joined' | 'away' | 'draining' | 'failed' = 'new';

  constructor(
    private readonly stallMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Records a heartbeat response, which proves that the fetch loop runs. */
  beat(): void {
    this.beatAt = this.now();
  }

  get silenceMs(): number {
    return this.beatAt === 0 ? 0 : this.now() - this.beatAt;
  }

  /** Time since the last sign of group membership; 0 before it first joined, while draining and after a failure. */
  get absenceMs(): number {
    return this.state === 'joined' || this.state === 'away' ? this.silenceMs : 0;
  }

  probed(isKafkaUp: boolean): void {
    this.isKafkaUp = isKafkaUp;
  }

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

  verdict(lag: boolean): ConsumerHealth {
    const now = this.now();
    if (this.isKafkaUp && this.absenceMs > LOST_AFTER_MS) {
      return { ...unhealthy('not a member of its group although Kafka accepts new connections'), stalled: true };
    }
    if (this.state === 'away') {
      return now - this.awayAt! < REJOIN_GRACE_MS ? { healthy: true } : unhealthy('not a member of its group');
    }
    if (this.state === 'new') return unhealthy('not joined yet');
    if (this.state !== 'joined') return unhealthy(this.state);
    if (now - this.beatAt > SILENCE_MS) return unhealthy('no heartbeat response');
    if (lag && now - this.movedAt > this.stallMs) {
      return { ...unhealthy('messages wait without progress'), stalled: true };
    }
    return { healthy: true };
  }
}

function unhealthy(reason: string): ConsumerHealth {
  return { healthy: false, reason };
}
