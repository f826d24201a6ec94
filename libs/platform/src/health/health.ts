export interface HealthAnswer {
  healthy: boolean;
  reason?: string;
}

/**
 * Readiness: whether the process can do its work. Liveness: whether it can recover by itself. Checks return known state
 * and must not wait for I/O.
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
