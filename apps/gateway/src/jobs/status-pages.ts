import { Inject, Injectable } from '@nestjs/common';
import { type Database, type JobView, readDocuments, readJob } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '../wire/api-version';
import { refuseIfErased } from './find-job';
import { scrapeSpecOf } from './job-status';
import { DEFAULT_LIMIT, MAX_PAGE_BYTES, type Paging } from './read-paging';
import { StoredContents } from './stored-contents';

/** How long a page is shared. Clients poll every second or two. */
const SHARED_MS = 2000;
/** Bytes of shared pages in memory, at most. */
const MAX_SHARED_BYTES = 64 * 1024 * 1024;

const COMMA = Buffer.from(',');

/** A document of a page. */
export interface WrittenDocument {
  /** Place among the documents of the job, from 1. */
  ordinal: number;
  json: Buffer;
}

/** A page of the documents of a job, as the status answer shows them. */
export interface StatusPage {
  /** The JSON of the documents, separated by commas. */
  json: Buffer;
  documents: WrittenDocument[];
  /** The ordinal of the last document. Of an empty page: the ordinal before it. */
  last: number;
}

/**
 * Makes the pages of status answers and streams, and shares them for a moment: all readers of a job ask for the same
 * ones, its first hundred documents again and again. A page holds only documents that the row of the job counts, so a
 * page of the same range never changes. The caller must have checked access: it has a JobView.
 */
@Injectable()
export class StatusPages {
  private readonly making = new Map<string, Promise<StatusPage>>();
  private readonly made = new LRUCache<string, StatusPage>({
    maxSize: MAX_SHARED_BYTES,
    ttl: SHARED_MS,
    // Frees memory when the time is over, not only when the next page comes.
    ttlAutopurge: true,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  read(job: JobView, { skip, limit = DEFAULT_LIMIT }: Paging, version: ApiVersion): Promise<StatusPage> {
    const count = Math.min(limit, job.completed - skip);
    if (count <= 0 || job.erasedAt !== null) return Promise.resolve(join([], skip));
    // Documents of such a job must not stay in memory, not even for a moment.
    if (job.zeroDataRetention) return this.makeUnshared(job, skip, count, version);
    const key = [job.id, version.name, skip, count].join(' ');
    const made = this.made.get(key);
    if (made !== undefined) return Promise.resolve(made);
    return this.making.get(key) ?? this.share(key, () => this.make(job, skip, count, version));
  }

  /** @throws ApiError 410 when erasing began after the job was read, because the page may then have gaps */
  private async makeUnshared(job: JobView, skip: number, count: number, version: ApiVersion): Promise<StatusPage> {
    const page = await this.make(job, skip, count, version);
    const now = await readJob(this.database, { jobId: job.id, teamId: job.teamId });
    if (now !== undefined) refuseIfErased(now);
    return page;
  }

  private async make(job: JobView, skip: number, count: number, version: ApiVersion): Promise<StatusPage> {
    const range = { jobId: job.id, after: skip, limit: count, maxBytes: MAX_PAGE_BYTES };
    const documents = await this.contents.complete(await readDocuments(this.database, range));
    const spec = scrapeSpecOf(job);
    const written: WrittenDocument[] = [];
    for (const document of documents) {
      written.push({ ordinal: document.ordinal, json: await version.writeDocument(document, spec) });
    }
    return join(written, skip);
  }

  private share(key: string, make: () => Promise<StatusPage>): Promise<StatusPage> {
    const making = make()
      .then((page) => {
        this.made.set(key, page, { size: Math.max(page.json.length, 1) });
        return page;
      })
      .finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }
}

/** Copies the documents into one buffer. Each document is then a slice of it. */
function join(written: readonly WrittenDocument[], skip: number): StatusPage {
  const json = Buffer.concat(written.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])));
  let end = -COMMA.length;
  const documents = written.map(({ ordinal, json: { length } }) => {
    const start = end + COMMA.length;
    end = start + length;
    return { ordinal, json: json.subarray(start, end) };
  });
  return { json, documents, last: written.at(-1)?.ordinal ?? skip };
}
