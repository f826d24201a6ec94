import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { BatchUrl, PoisonedInputError, parseUrl, politenessHost } from '@orbweaver/core';
import { countUrlListTaken, type Database, type FoundCandidate, readUntakenUrlList } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { Admission, inChunks } from '../admission/admission';
import { FrontierTransactions } from '../jobs/frontier-transactions';

const UrlList = z.array(BatchUrl);

/** Makes every listed URL a page, including duplicates: the position in the lists identifies it. */
@Injectable()
export class SeedBatch {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly admission: Admission,
    private readonly transactions: FrontierTransactions,
  ) {}

  /** Reads all lists, unless the job is cancelled. Continues a partly read list. */
  async seed(jobId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const list = await readUntakenUrlList(this.database, jobId);
      if (list === undefined || signal.aborted) return;
      const parsed = UrlList.safeParse(list.urls);
      if (!parsed.success) throw new PoisonedInputError(`URL list ${list.position} of job ${jobId} is invalid`);
      const pages = parsed.data.map((listed, index) => pageOf(listed, list.position, index));
      const chunks = inChunks(pages);
      for (const chunk of chunks) if (!(await this.admit(jobId, chunk))) return;
      await this.transactions.run(jobId, async (transaction) => {
        await countUrlListTaken(transaction, jobId, list.position);
        return { goesOn: true };
      });
    }
  }

  private admit(jobId: string, chunk: readonly FoundCandidate[]): Promise<boolean> {
    return this.transactions.run(jobId, async (transaction, job) => {
      if (job.cancelled || job.state === 'settled') return undefined;
      await this.admission.admit(transaction, job, chunk, { room: null });
      return { goesOn: true };
    });
  }
}

function pageOf({ url, sourceUrl }: BatchUrl, position: number, index: number): FoundCandidate {
  const place = hash('sha256', `listed\n${position}\n${index}`);
  // The gateway has parsed the URL. An invalid one becomes a failed page, which the caller sees.
  const host = parseUrl(url) !== undefined ? politenessHost(url) : '';
  return { url, sourceUrl, keyHash: place, refusalHash: place, host, depth: 0 };
}
