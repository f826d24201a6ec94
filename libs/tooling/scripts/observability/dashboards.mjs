// The dashboards. A panel answers one question; none repeats another. Every frontier and every results process tells
// the figures of all, so these are taken at their largest (`largest`); what each tells of itself is summed (`rate`).
import { crawl } from './dashboards/crawl.mjs';
import { kafkaAndPostgres } from './dashboards/kafka-and-postgres.mjs';
import { overview } from './dashboards/overview.mjs';
import { renderer } from './dashboards/renderer.mjs';

export const dashboards = [overview, crawl, renderer, kafkaAndPostgres];
