import type { JobExamination, JobOverview } from '@orbweaver/persistence';

/** A running frontier leases due pages within 1 to 2 s. */
const LEASED_WITHIN_MS = 10_000;

const iso = (time: Date) => time.toISOString();
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Sentences on what a job is waiting for: start, seeds, leases, renderers, storage, webhooks. Includes advice for operators. */
export function explainJob(job: JobOverview, { frontier, hosts, results }: JobExamination, now: Date): string[] {
  const ended = job.completedAt !== null;
  const events =
    results.pendingEvents === 0
      ? []
      : [
          `${count(results.pendingEvents, 'webhook event is', 'webhook events are')} pending: the receiver is slow or unavailable.`,
        ];
  if (ended) return [`The job has ended (${job.state}).`, ...events];
  if (job.kind === 'scrape') return ['A scrape waits for a slot, a renderer and storage until its timeout.'];
  if (frontier === undefined) {
    return [
      'The frontier has not started the job. A running frontier starts it within seconds, even if its message was lost.',
    ];
  }
  if (frontier.state === 'settled') return [...explainStorage(job, frontier, results), ...events];
  return [...explainQueue(frontier, hosts, now), ...explainLeases(frontier), ...events];
}

type Frontier = NonNullable<JobExamination['frontier']>;

function explainQueue(frontier: Frontier, hosts: JobExamination['hosts'], now: Date): string[] {
  const { queued, leased, maxConcurrency, nextLeaseAt, seedingUntil, teamLimit, teamInUse, allLeased } = frontier;
  if (queued === 0) {
    if (seedingUntil !== null) {
      return ['robots.txt and sitemaps of the site are being read, for a few minutes at most.'];
    }
    return leased > 0
      ? []
      : ['No page is queued or leased, but the job is not settled. A running frontier settles it.'];
  }
  const pages = count(queued, 'page is queued', 'pages are queued');
  if (maxConcurrency !== null && leased >= maxConcurrency) {
    return [`${pages}: the job is at its maxConcurrency of ${maxConcurrency}.`];
  }
  if (teamLimit !== null && teamInUse >= teamLimit) {
    return [`${pages}: the team is at its concurrency limit of ${teamLimit} (team set --max-concurrency).`];
  }
  if (nextLeaseAt > now) return [`${pages} until ${iso(nextLeaseAt)}, because of the delay between pages.`];
  const free = hosts.filter(({ blockedUntil, dueAt }) => blockedUntil === null && dueAt <= now);
  const held = hosts.flatMap(({ host, queued: ofHost, blockedUntil, dueAt }) => {
    if (blockedUntil !== null)
      return [
        `${count(ofHost, 'page waits', 'pages wait')} for ${host}, which is deferred until ${iso(blockedUntil)}.`,
      ];
    return dueAt > now
      ? [`${count(ofHost, 'page', 'pages')} of ${host} ${ofHost === 1 ? 'is' : 'are'} due at ${iso(dueAt)}.`]
      : [];
  });
  if (free.length === 0) return held;
  const sumOfFree = free.reduce((sum, one) => sum + one.queued, 0);
  const due = count(sumOfFree, 'page is', 'pages are');
  const dueSinceMs = Math.max(nextLeaseAt.getTime(), ...free.map(({ dueAt }) => dueAt.getTime()));
  if (now.getTime() - dueSinceMs < LEASED_WITHIN_MS) return [...held, `${due} due and about to be leased.`];
  return [
    ...held,
    `${due} due and can be leased. All jobs have ${allLeased} leased pages: if that is FRONTIER_MAX_LEASED, add renderers; ` +
      'otherwise, check that a frontier is running and can reach Postgres and Kafka.',
  ];
}

function explainLeases({ leased, expired, lastLeasedAt }: Frontier): string[] {
  if (leased === 0) return [`No page is leased. The last lease was at ${iso(lastLeasedAt)}.`];
  const lost =
    expired === 0
      ? ''
      : `; ${count(expired, 'lease has', 'leases have')} expired and will be released by a running frontier`;
  return [`${count(leased, 'page is', 'pages are')} leased to renderers${lost} (lease list --job ID).`];
}

function explainStorage(
  job: JobOverview,
  { settledAt, settledReason }: Frontier,
  { settledPages, atModel }: JobExamination['results'],
): string[] {
  const stored = job.completed + job.failed;
  const since = `Its pages are finished since ${settledAt === null ? '?' : iso(settledAt)} (${settledReason})`;
  if (atModel > 0) return [`${since}; ${count(atModel, 'waits', 'wait')} for the language model.`];
  if (settledPages === null)
    return [`${since}, but results has not received JobSettled. The frontier republishes it every 10 s.`];
  return [`${since}; results has stored ${stored} of ${settledPages}. Pages missing for 30 s are rendered again.`];
}
