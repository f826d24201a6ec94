export interface HealthAnswer {
  healthy: boolean;
  /** Present when unhealthy. */
  reason?: string;
}

/**
 * Readiness: what the process needs to be useful. Liveness: what it cannot recover from by itself. A check must answer
 * from what is known; it may not wait for the outside.
 */
export class HealthChecks {
  private readonly readiness = new Map<string, () => HealthAnswer>();
  private readonly liveness = new Map<string, () => HealthAnswer>();

  addReadiness(name: string, check: () => HealthAnswer): void {
    this.readiness.set(name, check);
  }

  addLiveness(name: string, check: () => HealthAnswer): void {
    this.liveness.set(name, check);
  }

  ready(): Record<string, HealthAnswer> {
    return answers(this.readiness);
  }

  live(): Record<string, HealthAnswer> {
    return answers(this.liveness);
  }
}

function answers(checks: Map<string, () => HealthAnswer>): Record<string, HealthAnswer> {
  return Object.fromEntries([...checks].map(([name, check]) => [name, check()]));
}
