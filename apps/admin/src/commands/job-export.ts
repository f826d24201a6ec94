import { open, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JobSpec, wantsFormat } from '@orbweaver/core';
import {
  DocumentsDeletedError,
  type ExportFormat,
  type ExportFormatName,
  exportFormatNames,
  exportFormats,
  type ReadRange,
} from '@orbweaver/exports';
import { type JobView, readDocuments, readJob } from '@orbweaver/persistence';
import { decryptMetadata, openContentsOfCommand } from '@orbweaver/platform';
import { type Command, type CommandContext, CommandError, UsageError } from '../command';
import { findJob, unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobExport: Command = {
  name: 'job export',
  summary: 'Write the documents of a job to a file',
  options: {
    format: { description: `One of ${exportFormatNames.join(', ')} (default: jsonl)`, placeholder: 'FORMAT' },
    output: { description: 'Path of the new file', placeholder: 'FILE', required: true },
  },
  positionals: ['ID'],
  async run({ options, positionals }, context) {
    const format = readFormat(options.format);
    const { id, teamId } = await findJob(context, readId('job', positionals[0]));
    const job = await readJob(await context.database(), { jobId: id, teamId });
    if (job === undefined) throw unknownJob(id);
    refuseUnexportable(job, format);
    await writeFile(options.output!, job, format, context);
    if (!job.hasEnded) context.warn(`The job is still running (${job.state}). Documents stored later are missing.`);
    context.print(`exported ${job.completed} documents to ${options.output}`);
  },
};

/** @throws UsageError */
function readFormat(text = 'jsonl'): ExportFormat {
  const name = exportFormatNames.find((known): known is ExportFormatName => known === text);
  if (name === undefined) throw new UsageError(`--format must be one of ${exportFormatNames.join(', ')}`);
  return exportFormats[name];
}

/** @throws CommandError */
function refuseUnexportable(job: JobView, { content }: ExportFormat): void {
  if (job.kind === 'scrape')
    throw new CommandError(`The job ${job.id} is a scrape. Only batches and crawls have exports.`);
  if (job.zeroDataRetention) {
    throw new CommandError(`The job ${job.id} runs with zero data retention, so it cannot be exported.`);
  }
  if (job.erasedAt !== null) throw new CommandError(`The documents of the job ${job.id} are erased.`);
  if (content !== undefined && !wantsFormat(JobSpec.parse(job.spec).scrape, content)) {
    throw new CommandError(`The formats of the job do not include ${content}. Use --format jsonl.`);
  }
}

/** Creates the file, and deletes it if the export fails. @throws CommandError */
async function writeFile(path: string, job: JobView, { write }: ExportFormat, context: CommandContext): Promise<void> {
  const database = await context.database();
  const { contents, cipher, close } = await openContentsOfCommand(context.config);
  try {
    const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EEXIST' ? 'it exists. Choose another path' : error.message;
      throw new CommandError(`The file ${path} cannot be created: ${reason}.`);
    });
    const read = async (range: ReadRange) => {
      const rows = await readDocuments(database, { jobId: job.id, ...range });
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          metadata: decryptMetadata(cipher, row),
          content: await contents.read(row),
        })),
      );
    };
    const parts = Readable.from(write({ after: 0, last: job.completed, read }), { objectMode: false });
    await pipeline(parts, file.createWriteStream()).catch(async (error: unknown) => {
      await unlink(path);
      throw error instanceof DocumentsDeletedError
        ? new CommandError(`The job ${job.id} expired during the export.`)
        : error;
    });
  } finally {
    close();
  }
}
