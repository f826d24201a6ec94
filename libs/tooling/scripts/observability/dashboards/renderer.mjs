import { graph, percentile, rate, table, total } from './panels.mjs';

export const rendererDashboard = {
  name: 'renderer',
  title: 'Orbweaver: renderer',
  description: 'Capacity of renderers and health of their browsers.',
  rows: [
    {
      title: 'Pages',
      panels: [
        graph(
          'Attempts by outcome',
          'cps',
          { '{{outcome}}': rate('orbweaver_pages_total', 'outcome') },
          'Every attempt of a page counts.',
        ),
        graph('Attempts by engine', 'cps', { '{{engine}}': rate('orbweaver_pages_total', 'engine') }),
        graph(
          'Pages dropped',
          'cps',
          { '{{reason}}': rate('orbweaver_pages_dropped_total', 'reason') },
          'deadline: the caller no longer waits. shutdown: the process stopped; the pages are rendered again.',
        ),
        graph('Page duration, 50 %, by phase', 's', {
          '{{engine}} {{phase}}': percentile(0.5, 'orbweaver_page_duration_seconds', 'engine, phase'),
        }),
        graph('Page duration, 95 %, by phase', 's', {
          '{{engine}} {{phase}}': percentile(0.95, 'orbweaver_page_duration_seconds', 'engine, phase'),
        }),
        graph('Rejected addresses', 'cps', { '{{instance}}': rate('orbweaver_egress_denied_total', 'instance') }),
      ],
    },
    {
      title: 'Capacity',
      panels: [
        graph(
          'Share of slots in use',
          'percentunit',
          {
            '{{resource}}': `${total('orbweaver_render_slots{state="used"}', 'resource')} / ${total('orbweaver_render_slots{state="capacity"}', 'resource')}`,
          },
          'Add renderers if it is 1 while pages wait.',
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
          'Planned: pages, age. Unplanned: memory, crashed, hung.',
        ),
        graph('Memory of browsers', 'bytes', { '{{instance}}': total('orbweaver_browser_rss_bytes', 'instance') }),
        graph('Pages killed for memory', 'cps', {
          '{{instance}}': rate('orbweaver_browser_pages_killed_total', 'instance'),
        }),
        table('Browsers and their sandboxes', total('orbweaver_browser_info', 'instance, version, sandbox')),
      ],
    },
  ],
};
