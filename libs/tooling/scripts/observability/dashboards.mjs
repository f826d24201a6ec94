// The dashboards. Cluster-wide gauges, which every frontier and results process reports, are aggregated with max()
// (`largest`), metrics of one process with sum() (`rate`, `total`).
import { crawlDashboard } from './dashboards/crawl.mjs';
import { kafkaAndPostgresDashboard } from './dashboards/kafka-and-postgres.mjs';
import { overviewDashboard } from './dashboards/overview.mjs';
import { rendererDashboard } from './dashboards/renderer.mjs';

export const dashboards = [overviewDashboard, crawlDashboard, rendererDashboard, kafkaAndPostgresDashboard];
