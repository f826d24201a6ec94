/** CPU milliseconds of the process, including garbage collection and compilation on other threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Spread {
  mean: number;
  p50: number;
  p95: number;
  worst: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, p50: at(0.5), p95: at(0.95), worst: at(1) };
}
