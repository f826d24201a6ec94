import { readJobLeases } from '@orbweaver/persistence';
import type { Command } from '../command';
import { findJob } from '../find-job';
import { printTable } from '../print-table';
import { readId } from '../read-option';

export const jobShow: Command = {
  name: 'job show',
  summary: 'Show the state of a job',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const job = await findJob(context, readId('job', positionals[0]));
    const leases = await readJobLeases(await context.database(), job.id);
    const lines: [string, string | number | null][] = [
      ['id', job.id],
      ['team', job.team],
      ['kind', job.kind],
      ['state', job.state],
      ['error', job.error],
      ['url', job.url],
      ['urls named', job.namedUrls],
      ['completed', job.completed],
      ['failed', job.failed],
      ['queued', job.queued],
      ['running', job.leased],
      ['expired leases', leases.expired === 0 ? null : leases.expired],
      ['next expiry', leases.nextExpiryAt?.toISOString() ?? null],
      ['settled', leases.settledAt?.toISOString() ?? null],
      ['key', job.apiKeyId],
      ['credits used', job.creditsUsed],
      ['created', job.createdAt.toISOString()],
      ['ended', job.completedAt?.toISOString() ?? null],
      ['expires', job.expiresAt.toISOString()],
    ];
    const known = lines.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
    printTable(context.print, known);
  },
};
