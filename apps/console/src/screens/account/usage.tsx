import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { api, read } from '../../api/client';
import { Problem } from '../../parts/basics';
import { Chart, type Series } from '../../parts/chart';

const DAYS = 30;
const DAY_MS = 86_400_000;
const ROWS = 1_000;

const series: readonly Series[] = [
  { label: 'credits', colour: '--accent', kind: 'bars' },
  { label: 'pages', colour: '--done' },
];

/** Pages and credits by UTC day. */
export function Usage() {
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: () => read(api.GET('/v2/team/usage', { params: { query: { limit: ROWS } } })),
  });
  const data = useMemo((): [number[], number[], number[]] => {
    const rows = usage.data?.usage ?? [];
    const today = Math.floor(Date.now() / DAY_MS);
    const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + 1 + index);
    const total = (day: number, of: 'credits' | 'pages') =>
      rows.filter((row) => Date.parse(row.day) === day * DAY_MS).reduce((sum, row) => sum + row[of], 0);
    return [
      days.map((day) => (day * DAY_MS) / 1000),
      days.map((day) => total(day, 'credits')),
      days.map((day) => total(day, 'pages')),
    ];
  }, [usage.data]);
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <Problem error={usage.error} />
      <Chart title="Credits and pages by day (UTC)" series={series} data={data} />
    </section>
  );
}
