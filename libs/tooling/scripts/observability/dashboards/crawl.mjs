import { graph, increase, largest, percentile, rate, total } from './panels.mjs';

export const crawlDashboard = {
  name: 'crawl',
  title: 'Orbweaver: crawl',
  description: 'Progress of jobs, and what they wait for.',
  rows: [
    {
      title: 'Queue',
      panels: [
        graph(
          'Pages waiting',
          'short',
          { '{{lane}}': largest('orbweaver_pages_waiting', 'lane') },
          'bulk: pages of jobs. interactive: scrapes over the concurrency of their team.',
        ),
        graph('Pages leased', 'short', { '{{lane}}': largest('orbweaver_pages_leased', 'lane') }),
        graph(
          'Oldest wait',
          's',
          { '{{lane}}': largest('orbweaver_oldest_wait_seconds', 'lane') },
          'bulk: time since a runnable job last had a lease. interactive: age of the oldest open scrape.',
        ),
        graph('Queue wait', 's', {
          '50 %': percentile(0.5, 'orbweaver_frontier_queue_wait_seconds'),
          '95 %': percentile(0.95, 'orbweaver_frontier_queue_wait_seconds'),
        }),
        graph('Jobs running', 'short', { '{{kind}}': largest('orbweaver_frontier_running_jobs', 'kind') }),
        graph(
          'Hosts in back-off',
          'short',
          { hosts: largest('orbweaver_frontier_deferred_hosts') },
          'Hosts that answered 429 or 503. Their pages wait.',
        ),
      ],
    },
    {
      title: 'Loop',
      panels: [
        graph('New URLs by decision', 'cps', {
          '{{decision}}': rate('orbweaver_frontier_decisions_total', 'decision'),
        }),
        graph('Outcomes of leased pages', 'cps', {
          '{{outcome}}': rate('orbweaver_frontier_outcomes_total', 'outcome'),
        }),
        graph('Jobs settled', 'cps', { '{{reason}}': rate('orbweaver_frontier_settlements_total', 'reason') }),
        graph('Duration of jobs, 95 %', 's', {
          '{{kind}}': percentile(0.95, 'orbweaver_job_duration_seconds', 'kind'),
        }),
        graph('Cache lookups for pages of jobs', 'cps', {
          '{{outcome}}': rate('orbweaver_frontier_cache_lookups_total', 'outcome'),
        }),
        graph('Pages per transaction', 'short', {
          mean: `${rate('orbweaver_store_batch_pages_sum')} / ${rate('orbweaver_store_batch_pages_count')}`,
        }),
      ],
    },
    {
      title: 'Faults and repairs',
      panels: [
        graph(
          'Leases expired',
          'cps',
          { leases: rate('orbweaver_frontier_lease_expiries_total') },
          'Renderers crashed or were too slow.',
        ),
        graph('Stale results', 'cps', {
          outcomes: rate('orbweaver_frontier_stale_outcomes_total'),
          'documents: {{reason}}': rate('orbweaver_writes_refused_total', 'reason'),
        }),
        graph(
          'Repairs of the sweep',
          'cps',
          { '{{repair}}': rate('orbweaver_frontier_repairs_total', 'repair') },
          'Messages were lost or late.',
        ),
      ],
    },
    {
      title: 'Webhooks',
      panels: [
        graph('Attempts', 'cps', { '{{result}}': rate('orbweaver_webhook_attempts_total', 'result') }),
        graph('Events pending', 'short', { events: largest('orbweaver_webhook_events_pending') }),
        graph('Events dropped', 'short', { '1 h': increase('1h', 'orbweaver_webhook_events_dead_total') }),
      ],
    },
    {
      title: 'Schedules',
      panels: [
        graph('Runs', 'cps', { '{{outcome}}': rate('orbweaver_schedule_runs_total', 'outcome') }),
        graph('Start delay', 's', { '90 %': percentile(0.9, 'orbweaver_schedule_start_delay_seconds') }),
        graph('Schedules unplannable', 'short', { schedules: largest('orbweaver_schedules_unplannable') }),
      ],
    },
    {
      title: 'Language model',
      panels: [
        graph('Pages waiting for the model', 'short', { '{{lane}}': largest('orbweaver_model_pages_waiting', 'lane') }),
        graph('Oldest wait for the model', 's', { '{{lane}}': largest('orbweaver_model_oldest_wait_seconds', 'lane') }),
        graph('Pages in progress at the model', 'short', {
          '{{instance}}': total('orbweaver_model_pages_at_work', 'instance'),
        }),
        graph('Pages finished by the model', 'cps', {
          '{{outcome}}': rate('orbweaver_model_page_duration_seconds_count', 'outcome'),
        }),
        graph('Page duration at the model, 95 %', 's', {
          '{{outcome}}': percentile(0.95, 'orbweaver_model_page_duration_seconds', 'outcome'),
        }),
        graph('Tokens', 'cps', { '{{kind}}': rate('orbweaver_model_tokens_total', 'kind') }),
      ],
    },
  ],
};
