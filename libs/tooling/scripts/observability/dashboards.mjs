// The dashboards. A panel answers one question; none repeats another. Every frontier and every results process tells
// the figures of all, so these are taken at their largest (`largest`); what each tells of itself is summed (`rate`).
//
// A panel is (title, unit, queries by their legends, and what it tells, where the title does not).

const graph = (title, unit, queries, description) => ({ kind: 'graph', title, unit, queries, description });
/** Red from `alarm` on. */
const stat = (title, unit, query, alarm) => ({ kind: 'stat', title, unit, queries: { '': query }, alarm });
const table = (title, query, description) => ({
  kind: 'table',
  title,
  unit: 'none',
  queries: { '': query },
  description,
});

const by = (labels) => (labels === '' ? '' : `by (${labels}) `);
const rate = (metric, labels = '') => `sum ${by(labels)}(rate(${metric}[$__rate_interval]))`;
const largest = (metric, labels = '') => `max ${by(labels)}(${metric})`;
const total = (metric, labels = '') => `sum ${by(labels)}(${metric})`;
const quantile = (share, metric, labels = '') =>
  `histogram_quantile(${share}, sum by (${['le', labels].filter(Boolean).join(', ')}) (rate(${metric}_bucket[$__rate_interval])))`;
const within = (time, metric, labels = '') => `sum ${by(labels)}(increase(${metric}[${time}]))`;

const overview = {
  name: 'overview',
  title: 'Orbweaver: overview',
  description: 'Whether callers are served, and what the system is busy with.',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Pages finished', 'cps', rate('orbweaver_pages_stored_total')),
        stat('Pages waiting, both lanes', 'short', `sum(${largest('orbweaver_pages_waiting', 'lane')})`),
        stat(
          'Requests that fail by our fault, 5 min',
          'short',
          `${within('5m', 'orbweaver_http_requests_total{fault="service"}')} or vector(0)`,
          1,
        ),
        stat('Dead letters, 24 h', 'short', within('24h', 'orbweaver_dead_letters_total'), 1),
        stat('Leases expired, 1 h', 'short', within('1h', 'orbweaver_frontier_lease_expiries_total'), 10),
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
          'none: answered as asked. caller: a request that cannot be. page: the site is at fault. service: we are.',
        ),
        graph(
          'Requests by status',
          'reqps',
          { '{{status}}': rate('orbweaver_http_requests_total', 'status') },
          '0: the caller went away first.',
        ),
        graph('Time to answer, 95 %, by route', 's', {
          '{{method}} {{route}}': quantile(0.95, 'orbweaver_http_request_seconds', 'method, route'),
        }),
        graph('Open streams', 'short', { '{{instance}}': total('orbweaver_open_streams', 'instance') }),
        graph(
          'Credits used',
          'short',
          { '{{team}}': within('1h', 'orbweaver_credits_used_total', 'team') },
          'Within an hour; by team where METRICS_BY_TEAM is set.',
        ),
        graph('Scrapes answered from the cache', 'cps', {
          '{{outcome}}': rate('orbweaver_scrape_cache_lookups_total', 'outcome'),
        }),
      ],
    },
    {
      title: 'Work done',
      panels: [
        graph('Pages finished, each once', 'cps', {
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
        graph('Processors in use', 'short', {
          '{{job}} {{instance}}': rate('process_cpu_seconds_total', 'job, instance'),
        }),
        graph(
          'Memory',
          'bytes',
          { '{{job}} {{instance}}': total('process_resident_memory_bytes', 'job, instance') },
          'Of Node alone; browsers are on the dashboard of the renderer.',
        ),
        graph(
          'Delay of the event loop, 99 %',
          's',
          { '{{job}} {{instance}}': largest('nodejs_eventloop_lag_p99_seconds', 'job, instance') },
          '0.05 is none: it is looked at every 50 ms. Beyond some tenths of a second a process is overloaded.',
        ),
        table('What runs', total('orbweaver_build_info', 'job, instance, version, node')),
      ],
    },
  ],
};

const crawl = {
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
          '50 %': quantile(0.5, 'orbweaver_frontier_queue_wait_seconds'),
          '95 %': quantile(0.95, 'orbweaver_frontier_queue_wait_seconds'),
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
        graph('Duration of jobs, 95 %', 's', { '{{kind}}': quantile(0.95, 'orbweaver_job_duration_seconds', 'kind') }),
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
        graph('Events given up', 'short', { '1 h': within('1h', 'orbweaver_webhook_events_dead_total') }),
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
          '{{outcome}}': quantile(0.95, 'orbweaver_model_page_duration_seconds', 'outcome'),
        }),
        graph('Tokens', 'cps', { '{{kind}}': rate('orbweaver_model_tokens_total', 'kind') }),
      ],
    },
  ],
};

const renderer = {
  name: 'renderer',
  title: 'Orbweaver: renderer',
  description: 'Whether renderers have room, and how their browsers do.',
  rows: [
    {
      title: 'Pages',
      panels: [
        graph(
          'Attempts by outcome',
          'cps',
          { '{{outcome}}': rate('orbweaver_pages_total', 'outcome') },
          'A page that is tried again counts each time.',
        ),
        graph('Attempts by engine', 'cps', { '{{engine}}': rate('orbweaver_pages_total', 'engine') }),
        graph(
          'Pages dropped',
          'cps',
          { '{{reason}}': rate('orbweaver_pages_dropped_total', 'reason') },
          'deadline: nobody waited any more. shutdown: the process stopped, and they are rendered again.',
        ),
        graph('Duration of a page, 50 %, by phase', 's', {
          '{{engine}} {{phase}}': quantile(0.5, 'orbweaver_page_duration_seconds', 'engine, phase'),
        }),
        graph('Duration of a page, 95 %, by phase', 's', {
          '{{engine}} {{phase}}': quantile(0.95, 'orbweaver_page_duration_seconds', 'engine, phase'),
        }),
        graph('Addresses denied', 'cps', { '{{instance}}': rate('orbweaver_egress_denied_total', 'instance') }),
      ],
    },
    {
      title: 'Room',
      panels: [
        graph(
          'Share of slots in use',
          'percentunit',
          {
            '{{resource}}': `${total('orbweaver_render_slots{state="used"}', 'resource')} / ${total('orbweaver_render_slots{state="capacity"}', 'resource')}`,
          },
          'At 1 with pages waiting: add renderers.',
        ),
        graph('Slots in use, by renderer', 'short', {
          '{{instance}} {{resource}}': total('orbweaver_render_slots{state="used"}', 'instance, resource'),
        }),
        graph('Waiting for slots', 'short', {
          '{{resource}}': total('orbweaver_render_slots{state="waiting"}', 'resource'),
        }),
      ],
    },
    {
      title: 'Browsers',
      panels: [
        graph(
          'Browsers replaced',
          'cps',
          { '{{reason}}': rate('orbweaver_browser_restarts_total', 'reason') },
          'pages and age are planned; memory, crashed and hung are not.',
        ),
        graph('Memory of browsers', 'bytes', { '{{instance}}': total('orbweaver_browser_rss_bytes', 'instance') }),
        graph('Pages killed for their memory', 'cps', {
          '{{instance}}': rate('orbweaver_browser_pages_killed_total', 'instance'),
        }),
        table('Browsers and their sandboxes', total('orbweaver_browser_info', 'instance, version, sandbox')),
      ],
    },
  ],
};

const kafkaAndPostgres = {
  name: 'kafka-and-postgres',
  title: 'Orbweaver: Kafka and Postgres',
  description: 'What flows between the services, and what is kept.',
  rows: [
    {
      title: 'Messages',
      panels: [
        graph(
          'Not finished',
          'short',
          { '{{service}} {{topic}}': total('orbweaver_message_lag', 'service, topic') },
          'In hand or not fetched yet.',
        ),
        graph('Handled', 'cps', {
          '{{topic}}': rate('orbweaver_message_deliveries_total{outcome="handled"}', 'topic'),
        }),
        graph('Attempts by outcome', 'cps', { '{{outcome}}': rate('orbweaver_message_deliveries_total', 'outcome') }),
        graph('Time to handle, 95 %', 's', {
          '{{topic}}': quantile(0.95, 'orbweaver_message_handling_seconds', 'topic'),
        }),
        graph(
          'Dead letters',
          'short',
          { '{{topic}}': within('1h', 'orbweaver_dead_letters_total', 'topic') },
          'Within an hour.',
        ),
        graph(
          'Silence of the brokers',
          's',
          { '{{service}} {{instance}}': largest('orbweaver_consumer_silence_seconds', 'service, instance') },
          'Heartbeats are answered every few seconds.',
        ),
      ],
    },
    {
      title: 'Connections',
      panels: [
        graph('Connections in use', 'short', {
          '{{job}} {{instance}}': total('orbweaver_database_connections{state="in_use"}', 'job, instance'),
        }),
        graph('Connections by state', 'short', { '{{state}}': total('orbweaver_database_connections', 'state') }),
        graph('Statements waiting for a connection', 'short', {
          '{{job}} {{instance}}': total('orbweaver_database_waiting', 'job, instance'),
        }),
      ],
    },
    {
      title: 'Space',
      panels: [
        graph(
          'Tables',
          'bytes',
          { '{{table}}': largest('orbweaver_table_bytes', 'table') },
          'With their indexes, over all days.',
        ),
        {
          ...graph('Growth a day, as of the last six hours', 'bytes', {
            '{{table}}': 'max by (table) (deriv(orbweaver_table_bytes[6h]) * 86400)',
          }),
          isSigned: true,
        },
        graph('Page cache', 'bytes', { size: largest('orbweaver_page_cache_bytes') }),
        graph('Pages in the page cache', 'short', { pages: largest('orbweaver_page_cache_entries') }),
        graph('Written to the page cache', 'cps', {
          '{{outcome}}': rate('orbweaver_page_cache_writes_total', 'outcome'),
        }),
        graph('Evicted from the page cache', 'cps', {
          '{{cause}}': rate('orbweaver_page_cache_evictions_total', 'cause'),
        }),
      ],
    },
  ],
};

export const dashboards = [overview, crawl, renderer, kafkaAndPostgres];
