import type { JobExamination, JobOverview } from '@orbweaver/persistence';

/** A frontier that runs leases what is due within a second or two. */
const LEASED_WITHIN_MS = 10_000;

const tell = (time: Date) => time.toISOString();
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/**
 * What a job waits for, a sentence each, in the order of its way: start, seeds, leases, renderers, storage, webhooks.
 * The last word is on what an operator may do, where nothing will happen by itself.
 */
export function explainJob(job: JobOverview, { frontier, hosts, results }: JobExamination, now: Date): string[] {
  const ended = job.completedAt !== null;
  const events =
    results.pendingEvents === 0
      ? []
      : [
          `${count(results.pendingEvents, 'webhook event is', 'webhook events are')} neither delivered nor given up: the receiver is slow or away.`,
        ];
  if (ended) return [`The job has ended (${job.state}).`, ...events];
  if (job.kind === 'scrape')
    return ['A scrape waits for its place, a renderer and storage, as long as its caller does.'];
  if (frontier === undefined) {
    return ['The frontier has not started it. One that runs does so within seconds, even if its message was lost.'];
  }
  if (frontier.state === 'settled') return [...explainStorage(job, frontier, results), ...events];
  return [...explainQueue(frontier, hosts, now), ...explainLeases(frontier), ...events];
}

type Frontier = NonNullable<JobExamination['frontier']>;

function explainQueue(frontier: Frontier, hosts: JobExamination['hosts'], now: Date): string[] {
  const { queued, leased, maxConcurrency, nextLeaseAt, seedingUntil, teamLimit, teamInUse, allLeased } = frontier;
  if (queued === 0) {
    if (seedingUntil !== null) {
      return ['robots.txt and sitemaps of the site are being read, which takes some minutes at most.'];
    }
    return leased > 0
      ? []
      : ['Nothing waits and nothing is leased, yet it is not settled: a frontier that runs does so.'];
  }
  const pages = count(queued, 'page waits', 'pages wait');
  if (maxConcurrency !== null && leased >= maxConcurrency) {
    return [`${pages}: the job has all ${count(maxConcurrency, 'page', 'pages')} at once that it may.`];
  }
  if (teamLimit !== null && teamInUse >= teamLimit) {
    return [`${pages}: its team uses all ${teamLimit} of its places (team set --max-concurrency).`];
  }
  if (nextLeaseAt > now) return [`${pages} for the delay between pages, until ${tell(nextLeaseAt)}.`];
  const free = hosts.filter(({ blockedUntil, dueAt }) => blockedUntil === null && dueAt <= now);
  const held = hosts.flatMap(({ host, queued: ofHost, blockedUntil, dueAt }) => {
    if (blockedUntil !== null)
      return [
        `${count(ofHost, 'page waits', 'pages wait')} for ${host}, which is left alone until ${tell(blockedUntil)}.`,
      ];
    return dueAt > now
      ? [`${count(ofHost, 'page', 'pages')} of ${host} ${ofHost === 1 ? 'is' : 'are'} due from ${tell(dueAt)} on.`]
      : [];
  });
  if (free.length === 0) return held;
  const sumOfFree = free.reduce((sum, one) => sum + one.queued, 0);
  const due = count(sumOfFree, 'page is', 'pages are');
  const dueSinceMs = Math.max(nextLeaseAt.getTime(), ...free.map(({ dueAt }) => dueAt.getTime()));
  if (now.getTime() - dueSinceMs < LEASED_WITHIN_MS) return [...held, `${due} due and about to be leased.`];
  return [
    ...held,
    `${due} due and may be leased. Over all jobs ${allLeased} are leased: ` +
      'at FRONTIER_MAX_LEASED these wait for renderers; with fewer, no frontier runs, or it cannot reach Postgres or Kafka.',
  ];
}

function explainLeases({ leased, expired, lastLeasedAt }: Frontier): string[] {
  if (leased === 0) return [`No page is leased; the last one was at ${tell(lastLeasedAt)}.`];
  const ran =
    expired === 0
      ? ''
      : `; ${count(expired, 'lease has', 'leases have')} run out, which a frontier that runs takes back`;
  return [`${count(leased, 'page is', 'pages are')} with the renderers${ran} (lease list --job ID).`];
}

function explainStorage(
  job: JobOverview,
  { settledAt, settledReason }: Frontier,
  { settledPages, atModel }: JobExamination['results'],
): string[] {
  const stored = job.completed + job.failed;
  const since = `Its pages are done since ${settledAt === null ? '?' : tell(settledAt)} (${settledReason})`;
  if (atModel > 0) return [`${since}; ${count(atModel, 'waits', 'wait')} for the language model.`];
  if (settledPages === null)
    return [`${since}; results has not heard of it. A frontier tells it again every 10 seconds.`];
  return [
    `${since}; results has stored ${stored} of ${settledPages}. Documents that are missing for 30 seconds are rendered again.`,
  ];
}
