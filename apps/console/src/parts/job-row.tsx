import { Link } from 'wouter-preact';
import type { Schemas } from '../api/client';
import { Badge } from './basics';
import { formatCount, formatTime } from './format';

export type ListedJob = Schemas['JobOverview'];

export const JobRow = ({ job }: { job: ListedJob }) => (
  <div class="job-row">
    <Badge state={job.state} />
    <span class="kind">{job.kind}</span>
    <span class="subject">
      <Link href={`/${job.kind === 'scrape' ? 'scrapes' : 'jobs'}/${job.id}`}>{titleOf(job)}</Link>
      <span class="hint">{formatTime(job.createdAt)}</span>
    </span>
    <span class="count">
      {formatCount(job.completed)} done{job.failed > 0 ? `, ${formatCount(job.failed)} failed` : ''}
    </span>
  </div>
);

const titleOf = (job: ListedJob) => job.url ?? `${formatCount(job.namedUrls)} URLs`;
