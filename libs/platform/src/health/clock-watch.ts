import type { Clock } from '@orbweaver/core';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { HealthChecks } from './health';

/** Reported skew. NTP keeps clocks within milliseconds. */
const MAX_SKEW_MS = 5_000;
const REPAIRED_MS = 2_000;
/** Smaller skews are within the measurement error. */
const CORRECTED_FROM_MS = 1_000;
const CHECK_EVERY_MS = 5_000;

export interface SharedClock {
  name: 'database' | 'broker';
  /** Positive: this process is ahead. Undefined: unknown. */
  skewMs(): number | undefined;
}

/** Time by the first known shared clock, so that processes with different local clocks decide alike. */
export function synchronizedClock(shared: readonly SharedClock[], wallClock: () => number = Date.now): Clock {
  return () => {
    const skewMs = shared.map((clock) => clock.skewMs()).find((skew) => skew !== undefined) ?? 0;
    return new Date(wallClock() - (Math.abs(skewMs) < CORRECTED_FROM_MS ? 0 : skewMs));
  };
}

export class ClockWatch {
  private readonly skewed = new Set<SharedClock>();

  constructor(
    private readonly shared: readonly SharedClock[],
    private readonly logger: Logger,
  ) {}

  /** @returns a function that stops the watch */
  start(): () => void {
    const timer = setInterval(() => this.check(), CHECK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  check(): void {
    for (const clock of this.shared) {
      const skewMs = clock.skewMs();
      if (skewMs === undefined) continue;
      const fields = { reference: clock.name, skewMs: Math.round(skewMs) };
      if (Math.abs(skewMs) > MAX_SKEW_MS && !this.skewed.has(clock)) {
        this.skewed.add(clock);
        this.logger.warn(fields, 'clock-skewed');
      } else if (Math.abs(skewMs) < REPAIRED_MS && this.skewed.delete(clock)) {
        this.logger.info(fields, 'clock-in-step');
      }
    }
  }

  measure(metrics: Registry): void {
    const { shared } = this;
    if (shared.length === 0) return;
    new Gauge({
      name: 'orbweaver_clock_skew_seconds',
      help: 'Clock skew of the process in seconds, by reference (database, broker). Positive: the process is ahead.',
      labelNames: ['reference'],
      registers: [metrics],
      collect() {
        for (const clock of shared) {
          const skewMs = clock.skewMs();
          if (skewMs !== undefined) this.set({ reference: clock.name }, skewMs / 1_000);
        }
      },
    });
  }

  addReadiness(health: HealthChecks): void {
    health.addReadiness('clock', () => {
      this.check();
      const [clock] = this.skewed;
      if (clock === undefined) return { healthy: true };
      const seconds = Math.round((clock.skewMs() ?? 0) / 1_000);
      const direction = seconds < 0 ? 'behind' : 'ahead of';
      const reason = `The clock of this machine is ${Math.abs(seconds)} s ${direction} the ${clock.name}. Synchronize it (NTP).`;
      return { healthy: false, reason };
    });
  }
}
