import { graph, increase, largest, percentile, rate, total } from './panels.mjs';

export const kafkaAndPostgresDashboard = {
  name: 'kafka-and-postgres',
  title: 'Orbweaver: Kafka and Postgres',
  description: 'Messages between the services, connections and storage.',
  rows: [
    {
      title: 'Messages',
      panels: [
        graph(
          'Message lag',
          'short',
          { '{{service}} {{topic}}': total('orbweaver_message_lag', 'service, topic') },
          'Messages in progress or not fetched yet.',
        ),
        graph('Messages handled', 'cps', {
          '{{topic}}': rate('orbweaver_message_deliveries_total{outcome="handled"}', 'topic'),
        }),
        graph('Deliveries by outcome', 'cps', { '{{outcome}}': rate('orbweaver_message_deliveries_total', 'outcome') }),
        graph('Handling time, 95 %', 's', {
          '{{topic}}': percentile(0.95, 'orbweaver_message_handling_seconds', 'topic'),
        }),
        graph('Dead letters, 1 h', 'short', { '{{topic}}': increase('1h', 'orbweaver_dead_letters_total', 'topic') }),
        graph(
          'Time since the last broker response',
          's',
          { '{{service}} {{instance}}': largest('orbweaver_consumer_silence_seconds', 'service, instance') },
          'Normal: a few seconds.',
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
      title: 'Storage',
      panels: [
        graph(
          'Tables',
          'bytes',
          { '{{table}}': largest('orbweaver_table_bytes', 'table') },
          'With indexes, all partitions.',
        ),
        {
          ...graph('Growth per day, from the last six hours', 'bytes', {
            '{{table}}': 'max by (table) (deriv(orbweaver_table_bytes[6h]) * 86400)',
          }),
          isSigned: true,
        },
        graph('Size of the page cache', 'bytes', { size: largest('orbweaver_page_cache_bytes') }),
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
