import { Link } from 'wouter-preact';
import type { Schemas } from '../api/client';
import { Badge } from './basics';
import { counted, formatCount, formatTime } from './format';

export type ListedJob = Schemas['JobOverview'];

export const JobRow = ({ job }: { job: ListedJob }) => (
  <div class="job-row">
    <Badge state={job.state} />
    <span class="kind">{job.kind}</span>
    <span class="subject">
      <Link href={`/${job.kind === 'scrape' ? 'scrapes' : 'jobs'}/${job.id}`}>{subjectOf(job)}</Link>
      <span class="hint">{formatTime(job.createdAt)}</span>
    </span>
    <span class="count">
      {formatCount(job.completed)} done{job.failed > 0 ? `, ${formatCount(job.failed)} failed` : ''}
    </span>
  </div>
);

const subjectOf = ({ url, namedUrls, erased }: ListedJob): string =>
  erased && url === null ? 'erased pages' : (url ?? counted(namedUrls, 'URL'));

/** Such as `Crawl of https://site.example` or `Batch of 20 URLs`. */
export const jobTitle = (job: ListedJob): string =>
  `${job.kind.charAt(0).toUpperCase()}${job.kind.slice(1)} of ${subjectOf(job)}`;
