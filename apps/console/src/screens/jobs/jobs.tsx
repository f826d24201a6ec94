import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Empty, Loading, Problem } from '../../parts/basics';
import { JobRow } from '../../parts/job-row';
import { useTitle } from '../../parts/use-title';
import { VirtualList } from '../../parts/virtual-list';

const REFETCH_MS = 3_000;
const TYPING_PAUSE_MS = 300;

const kinds = ['scrape', 'batch', 'crawl'] as const;
const states = ['scraping', 'completed', 'failed', 'cancelled'] as const;

export default function Jobs() {
  useTitle('Jobs');
  const [kind, setKind] = useState<(typeof kinds)[number]>();
  const [state, setState] = useState<(typeof states)[number]>();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim() || undefined), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const jobs = usePages(
    ['jobs', kind, state, search],
    async (after) => {
      const page = await read(api.GET('/v2/jobs', { params: { query: { kind, state, search, after } } }));
      return { rows: page.jobs, next: page.next };
    },
    { refetchMs: REFETCH_MS },
  );
  const isFiltered = kind !== undefined || state !== undefined || search !== undefined;
  return (
    <>
      <div class="heading">
        <h1>Jobs</h1>
        <Link class="button primary" href="/playground/crawl">
          Start a crawl
        </Link>
      </div>
      <search class="filters">
        <input
          type="search"
          aria-label="Search by URL or id"
          placeholder="URL or id"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Choice label="Kind" options={kinds} value={kind} onChange={setKind} />
        <Choice label="State" options={states} value={state} onChange={setState} />
      </search>
      <Problem error={jobs.error} />
      {jobs.isPending && <Loading />}
      {!jobs.isPending && jobs.rows.length === 0 && (isFiltered ? <Empty title="No job matches" /> : <FirstJob />)}
      {jobs.rows.length > 0 && (
        <VirtualList
          label="Jobs"
          rows={jobs.rows}
          rowHeight={64}
          keyOf={({ id }) => id}
          render={(job) => <JobRow job={job} />}
          onEnd={jobs.more}
        />
      )}
    </>
  );
}

const FirstJob = () => (
  <Empty title="No jobs yet">
    <p>The welcome page is part of this service, so these need no internet access.</p>
    <p class="actions">
      <Link class="button primary" href="/playground/scrape">
        Scrape the welcome page
      </Link>
      <Link class="button" href="/playground/crawl">
        Crawl it
      </Link>
    </p>
  </Empty>
);

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

export const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <label>
    {label}
    <select
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(options.find((option) => option === currentTarget.value))}
    >
      <option value="">all</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  </label>
);
