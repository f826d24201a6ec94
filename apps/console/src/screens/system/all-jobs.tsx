import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Problem } from '../../parts/basics';
import { formatCount, formatTime } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';

const REFETCH_MS = 5_000;

export function AllJobs() {
  const jobs = usePages(
    ['all-jobs'],
    async (after) => {
      const page = await read(api.GET('/admin/v1/jobs', { params: { query: { after } } }));
      return { rows: page.jobs, next: page.next };
    },
    { refetchMs: REFETCH_MS },
  );
  return (
    <>
      <Problem error={jobs.error} />
      <VirtualList
        label="Jobs of all teams"
        rows={jobs.rows}
        rowHeight={64}
        keyOf={({ id }) => id}
        render={(job) => (
          <div class="job-row">
            <Badge state={job.state} />
            <span class="kind">{job.kind}</span>
            <span class="subject">
              {job.url ?? `${formatCount(job.namedUrls)} URLs`}
              <span class="hint">
                {job.team} · {formatTime(job.createdAt)}
              </span>
            </span>
            <span class="count">{formatCount(job.completed)} done</span>
          </div>
        )}
        onEnd={jobs.more}
      />
    </>
  );
}
