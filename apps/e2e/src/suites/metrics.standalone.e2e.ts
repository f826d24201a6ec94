import { execFileSync } from 'node:child_process';
import path from 'node:path';
import {
  type FixtureSite,
  startFixtureSite,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { type Sample, scrapeMetrics } from '../harness/scrape-metrics';
import { System } from '../harness/system';

interface UsedSeries {
  metric: string;
  labels: string[];
  matchers: { label: string; op: '=' | '!=' | '=~' | '!~'; value: string }[];
  /** `dashboard …`, `alert …`, or a file. */
  where: string;
}

const tooling = path.resolve(__dirname, '../../../../libs/tooling/scripts/observability.mjs');
/** Interval of the frontier's gauges and table sizes, with a margin. */
const MEASURED_WITHIN_MS = 75_000;
/** Need an object store, and TEAMS_FILE; their suites assert them. */
const OF_OTHER_SUITES = ['orbweaver_object_store_request_seconds', 'orbweaver_teams_file_failed'];

describe('the metrics after a crawl, scrapes and a webhook', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  let used: UsedSeries[];
  let samples: Sample[];

  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 4 });
    receiver = await startWebhookReceiver();
    used = JSON.parse(execFileSync(process.execPath, [tooling, '--series'], { encoding: 'utf8' }));
    const url = `${site.main}/tree/`;
    await runJob(api, '/v2/crawl', { url, limit: 3, webhook: receiver.url });
    await runJob(api, '/v2/batch/scrape', { urls: [url, 'http://127.0.0.1:1/'], maxAge: 0 });
    await api.post('/v2/scrape', { url, formats: ['markdown'], maxAge: 3_600_000 });
    await api.post('/v2/scrape', { url, formats: ['screenshot'], maxAge: 0 });
    await until(
      'tables to be measured',
      async () => {
        samples = await scrapeMetrics(system);
        const told = (metric: string) => samples.some((sample) => sample.metric === metric);
        return told('orbweaver_table_bytes') && told('orbweaver_model_pages_waiting');
      },
      MEASURED_WITHIN_MS,
    );
  });
  afterAll(async () => {
    await receiver.close();
    await site.close();
  });

  const matches = (sample: Sample, { label, op, value }: UsedSeries['matchers'][number]) => {
    const told = sample.labels[label] ?? '';
    const isLike = op.endsWith('~') ? new RegExp(`^(?:${value})$`).test(told) : told === value;
    return op.startsWith('!') ? !isLike : isLike;
  };
  const seriesOf = ({ metric }: UsedSeries) =>
    samples.filter(
      (sample) => sample.metric === metric || sample.metric.replace(/_(bucket|sum|count)$/, '') === metric,
    );

  it('exports every series of dashboards, alerts, scaling and docs', () => {
    const missing = used.filter((one) => !OF_OTHER_SUITES.includes(one.metric) && seriesOf(one).length === 0);
    expect(missing.map(({ metric, where }) => `${metric} (${where})`)).toEqual([]);
  });

  it('exports the labels that the panels select', () => {
    const unlabelled = used.flatMap((one) => {
      const series = seriesOf(one);
      if (series.length === 0) return [];
      const lacks = one.labels.filter(
        (label) => label !== 'team' && !series.some((sample) => Object.hasOwn(sample.labels, label)),
      );
      // Alerts may be empty, panels must not.
      const isEmpty =
        one.where.startsWith('dashboard') &&
        !one.matchers.some(({ label }) => label === 'fault') &&
        !series.some((sample) => one.matchers.every((matcher) => matches(sample, matcher)));
      return [...lacks.map((label) => `no label ${label}`), ...(isEmpty ? ['nothing matches'] : [])].map(
        (what) => `${one.metric}: ${what} (${one.where})`,
      );
    });
    expect(unlabelled).toEqual([]);
  });

  it('exports failure reasons, lanes, and the party at fault', async () => {
    await api.post('/v2/scrape', { url: 'http://127.0.0.1:1/', maxAge: 0 });
    await api.post('/v2/scrape', { url: 7 });
    const now = await scrapeMetrics(system);
    const valuesOf = (metric: string, label: string) =>
      new Set(now.filter((sample) => sample.metric === metric && sample.value > 0).map(({ labels }) => labels[label]));
    expect([...valuesOf('orbweaver_pages_stored_total', 'reason')]).toEqual(
      expect.arrayContaining(['none', 'refused']),
    );
    expect([...valuesOf('orbweaver_pages_stored_total', 'engine')]).toEqual(
      expect.arrayContaining(['http', 'browser']),
    );
    expect([...valuesOf('orbweaver_http_requests_total', 'fault')]).toEqual(
      expect.arrayContaining(['none', 'caller', 'page']),
    );
    const lanes = now.filter(({ metric }) => metric === 'orbweaver_pages_waiting').map(({ labels }) => labels.lane);
    expect(lanes.sort()).toEqual(['bulk', 'interactive']);
  });
});
