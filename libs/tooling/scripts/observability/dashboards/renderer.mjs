import { graph, percentile, rate, table, total } from './panels.mjs';

export const rendererDashboard = {
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
          '{{engine}} {{phase}}': percentile(0.5, 'orbweaver_page_duration_seconds', 'engine, phase'),
        }),
        graph('Duration of a page, 95 %, by phase', 's', {
          '{{engine}} {{phase}}': percentile(0.95, 'orbweaver_page_duration_seconds', 'engine, phase'),
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
