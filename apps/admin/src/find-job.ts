import { type JobOverview, listJobs } from '@orbweaver/persistence';
import { type CommandContext, CommandError } from './command';

/** @throws CommandError */
export async function findJob(context: CommandContext, id: string): Promise<JobOverview> {
  const [job] = await listJobs(await context.database(), { id, limit: 1 });
  if (job === undefined) throw new CommandError(`There is no job ${id}; it may have expired.`);
  return job;
}
