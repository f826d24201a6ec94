// The dashboards. Cluster-wide figures, which every frontier and results process reports, use `largest`; figures of a
// process use `rate`.
import { crawlDashboard } from './dashboards/crawl.mjs';
import { kafkaAndPostgresDashboard } from './dashboards/kafka-and-postgres.mjs';
import { overviewDashboard } from './dashboards/overview.mjs';
import { rendererDashboard } from './dashboards/renderer.mjs';

export const dashboards = [overviewDashboard, crawlDashboard, rendererDashboard, kafkaAndPostgresDashboard];
