import { graph, increase, largest, percentile, rate, stat, table, total } from './panels.mjs';

export const overviewDashboard = {
  name: 'overview',
  title: 'Orbweaver: overview',
  description: 'Requests of callers and load of the system.',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Pages finished', 'cps', rate('orbweaver_pages_stored_total')),
        stat('Pages waiting, both lanes', 'short', `sum(${largest('orbweaver_pages_waiting', 'lane')})`),
        stat(
          'Requests failed by the service, 5 min',
          'short',
          `${increase('5m', 'orbweaver_http_requests_total{fault="service"}')} or vector(0)`,
          1,
        ),
        stat('Dead letters, 24 h', 'short', increase('24h', 'orbweaver_dead_letters_total'), 1),
        stat('Leases expired, 1 h', 'short', increase('1h', 'orbweaver_frontier_lease_expiries_total'), 10),
        stat('Oldest webhook event', 's', largest('orbweaver_webhook_oldest_pending_seconds'), 600),
      ],
    },
    {
      title: 'Callers',
      panels: [
        graph(
          'Requests by fault',
          'reqps',
          { '{{fault}}': rate('orbweaver_http_requests_total', 'fault') },
          'none: success. caller: invalid request. page: failure of the site. service: failure of this service.',
        ),
        graph(
          'Requests by status',
          'reqps',
          { '{{status}}': rate('orbweaver_http_requests_total', 'status') },
          '0: the caller disconnected.',
        ),
        graph('Response time, 95 %, by route', 's', {
          '{{method}} {{route}}': percentile(0.95, 'orbweaver_http_request_seconds', 'method, route'),
        }),
        graph('Open streams', 'short', { '{{instance}}': total('orbweaver_open_streams', 'instance') }),
        graph(
          'Credits used, 1 h',
          'short',
          { '{{team}}': increase('1h', 'orbweaver_credits_used_total', 'team') },
          'By team if METRICS_BY_TEAM is set.',
        ),
        graph('Cache lookups of scrapes', 'cps', {
          '{{outcome}}': rate('orbweaver_scrape_cache_lookups_total', 'outcome'),
        }),
      ],
    },
    {
      title: 'Work',
      panels: [
        graph('Pages finished', 'cps', {
          '{{state}} by {{engine}}': rate('orbweaver_pages_stored_total', 'state, engine'),
        }),
        graph('Failed pages by reason', 'cps', {
          '{{reason}}': rate('orbweaver_pages_stored_total{state="failed"}', 'reason'),
        }),
        graph('Jobs ended', 'cps', {
          '{{kind}} {{state}}': rate('orbweaver_job_duration_seconds_count', 'kind, state'),
        }),
      ],
    },
    {
      title: 'Processes',
      panels: [
        graph('CPU cores in use', 'short', {
          '{{job}} {{instance}}': rate('process_cpu_seconds_total', 'job, instance'),
        }),
        graph(
          'Memory',
          'bytes',
          { '{{job}} {{instance}}': total('process_resident_memory_bytes', 'job, instance') },
          'Node.js only. The renderer dashboard has the browsers.',
        ),
        graph(
          'Event loop delay, 99 %',
          's',
          { '{{job}} {{instance}}': largest('nodejs_eventloop_lag_p99_seconds', 'job, instance') },
          'Sampled every 50 ms, so 0.05 is the minimum. Above some tenths of a second the process is overloaded.',
        ),
        table('Running versions', total('orbweaver_build_info', 'job, instance, version, node')),
      ],
    },
  ],
};
