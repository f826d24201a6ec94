import type { ConsumerHealth } from '../transport';

/** A consumer that is between two generations of its group for longer is unhealthy. */
const REJOIN_GRACE_MS = 30_000;
/** Ten times the interval in which the fetch loop sends heartbeats. */
const SILENCE_MS = 30_000;

/**
 * A consumer that is out of its group for this long although Kafka answers new connections does not recover. Liveness
 * fails, so that the orchestrator restarts the process.
 */
const LOST_AFTER_MS = 180_000;

/** Notes a consumer's signs of life and judges its health by them. */
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

  /** The broker has answered a heartbeat; only a running fetch loop sends any. */
  beat(): void {
    this.beatAt = this.now();
  }

  /** Since the last beat; 0 before the first. */
  get silenceMs(): number {
    return this.beatAt === 0 ? 0 : this.now() - this.beatAt;
  }

  /** Time since the last sign of group membership; 0 before it first joined, while draining and after a failure. */
  get absenceMs(): number {
    return this.state === 'joined' || this.state === 'away' ? this.silenceMs : 0;
  }

  /** Whether the coordinator of the group answers a new connection. */
  probed(isKafkaUp: boolean): void {
    this.isKafkaUp = isKafkaUp;
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
    if (this.isKafkaUp && this.absenceMs > LOST_AFTER_MS) {
      return { ...unhealthy('out of its group although Kafka answers new connections'), stalled: true };
    }
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
