import { createInterface } from 'node:readline/promises';
import { readJobOverview, requestErasure } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobErase: Command = {
  name: 'job erase',
  summary: 'Erase the documents of an ended job; cannot be undone',
  options: { yes: { description: 'erase without a question' } },
  positionals: ['ID'],
  async run({ options, positionals }, context) {
    const id = readId('job', positionals[0]);
    const database = await context.database();
    const job = await readJobOverview(database, id);
    if (job !== undefined && options.yes === undefined) {
      await confirm(`Erase ${job.completed} documents and ${job.failed} failures of job ${id}?`);
    }
    const answer = await requestErasure(database, context.actor, { jobId: id });
    if (answer.kind === 'unknown') throw unknownJob(id);
    if (answer.kind === 'running') {
      throw new CommandError(
        answer.isCancelled
          ? `The job ${id} was cancelled, but pages are still being scraped. Repeat the command in some seconds.`
          : `The job ${id} is running. Cancel it first: orbweaver job cancel ${id}`,
      );
    }
    const { completedAt, documents, cachedPages, versions } = answer.erasure;
    if (completedAt === null) context.print(`erasing job ${id}; repeat the command to see when it is complete`);
    else {
      const copies = `${cachedPages} cached pages, ${versions} versions`;
      context.print(`erased job ${id} at ${completedAt.toISOString()}: ${documents} documents, ${copies}`);
    }
  },
};

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('The erasure cannot be undone. Confirm it with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if ((await terminal.question(`${question} [y/N] `)).trim().toLowerCase() !== 'y') {
      throw new CommandError('Nothing was erased.');
    }
  } finally {
    terminal.close();
  }
}
