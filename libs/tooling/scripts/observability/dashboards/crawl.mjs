import { graph, increase, largest, percentile, rate, total } from './panels.mjs';

export const crawlDashboard = {
  name: 'crawl',
  title: 'Orbweaver: crawl',
  description: 'Whether jobs go on, and if not, what they wait for.',
  rows: [
    {
      title: 'Queue',
      panels: [
        graph(
          'Pages waiting',
          'short',
          { '{{lane}}': largest('orbweaver_pages_waiting', 'lane') },
          'bulk: pages of jobs. interactive: scrapes that wait for a place of their team.',
        ),
        graph('Pages with the renderers', 'short', { '{{lane}}': largest('orbweaver_pages_leased', 'lane') }),
        graph(
          'Oldest wait',
          's',
          { '{{lane}}': largest('orbweaver_oldest_wait_seconds', 'lane') },
          'bulk: since the job that waits longest had its last page. interactive: since the oldest scrape came that has no answer.',
        ),
        graph('From due to leased', 's', {
          '50 %': percentile(0.5, 'orbweaver_frontier_queue_wait_seconds'),
          '95 %': percentile(0.95, 'orbweaver_frontier_queue_wait_seconds'),
        }),
        graph('Jobs running', 'short', { '{{kind}}': largest('orbweaver_frontier_running_jobs', 'kind') }),
        graph(
          'Hosts that asked to be left alone',
          'short',
          { hosts: largest('orbweaver_frontier_deferred_hosts') },
          'Their pages wait, and no renderer is busy with them.',
        ),
      ],
    },
    {
      title: 'Loop',
      panels: [
        graph('New URLs by what was decided', 'cps', {
          '{{decision}}': rate('orbweaver_frontier_decisions_total', 'decision'),
        }),
        graph('Pages of jobs that came back', 'cps', {
          '{{outcome}}': rate('orbweaver_frontier_outcomes_total', 'outcome'),
        }),
        graph('Jobs settled', 'cps', { '{{reason}}': rate('orbweaver_frontier_settlements_total', 'reason') }),
        graph('Duration of jobs, 95 %', 's', {
          '{{kind}}': percentile(0.95, 'orbweaver_job_duration_seconds', 'kind'),
        }),
        graph('Pages of jobs looked up in the cache', 'cps', {
          '{{outcome}}': rate('orbweaver_frontier_cache_lookups_total', 'outcome'),
        }),
        graph('Pages stored in one transaction', 'short', {
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
          'Renderers died or were too slow.',
        ),
        graph('Results that came too late', 'cps', {
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
        graph('Events given up', 'short', { '1 h': increase('1h', 'orbweaver_webhook_events_dead_total') }),
      ],
    },
    {
      title: 'Language model',
      panels: [
        graph('Pages waiting for the model', 'short', { '{{lane}}': largest('orbweaver_model_pages_waiting', 'lane') }),
        graph('Oldest wait for the model', 's', { '{{lane}}': largest('orbweaver_model_oldest_wait_seconds', 'lane') }),
        graph('Pages at the model', 'short', { '{{instance}}': total('orbweaver_model_pages_at_work', 'instance') }),
        graph('Pages from the model', 'cps', {
          '{{outcome}}': rate('orbweaver_model_page_duration_seconds_count', 'outcome'),
        }),
        graph('Duration of a page, 95 %', 's', {
          '{{outcome}}': percentile(0.95, 'orbweaver_model_page_duration_seconds', 'outcome'),
        }),
        graph('Tokens', 'cps', { '{{kind}}': rate('orbweaver_model_tokens_total', 'kind') }),
      ],
    },
  ],
};
