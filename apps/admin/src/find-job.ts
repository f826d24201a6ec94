import { type JobOverview, readJobOverview } from '@orbweaver/persistence';
import { type CommandContext, CommandError } from './command';

/** @throws CommandError */
export async function findJob(context: CommandContext, id: string): Promise<JobOverview> {
  const job = await readJobOverview(await context.database(), id);
  if (job === undefined) throw unknownJob(id);
  return job;
}

export const unknownJob = (id: string) => new CommandError(`Job not found: ${id}. It may have expired.`);
