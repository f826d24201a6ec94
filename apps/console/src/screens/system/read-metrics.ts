import { credentials } from '../../api/client';
import { type Metric, parseMetrics } from './parse-metrics';

/** The metrics of the process that serves this page. All services run in it unless they are deployed separately. */
export async function loadMetrics(): Promise<Metric[]> {
  const response = await fetch('/metrics', { headers: credentials() });
  if (!response.ok) throw new Error(`The metrics are not readable here: status ${response.status}`);
  return parseMetrics(await response.text());
}
