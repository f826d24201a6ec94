// The dashboards. A panel answers one question; none repeats another. Every frontier and every results process tells
// the figures of all, so these are taken at their largest (`largest`); what each tells of itself is summed (`rate`).
import { crawlDashboard } from './dashboards/crawl.mjs';
import { kafkaAndPostgresDashboard } from './dashboards/kafka-and-postgres.mjs';
import { overviewDashboard } from './dashboards/overview.mjs';
import { rendererDashboard } from './dashboards/renderer.mjs';

export const dashboards = [overviewDashboard, crawlDashboard, rendererDashboard, kafkaAndPostgresDashboard];
