import { Inject, Injectable } from '@nestjs/common';
import { type Database, type JobView, readDocuments, readJob } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '../wire/api-version';
import { refuseIfErased } from './find-job';
import { scrapeSpecOf } from './job-status';
import { DEFAULT_LIMIT, MAX_PAGE_BYTES, type Paging } from './read-paging';

/** How long a page is there for the next one who asks for it. Clients ask every second or two. */
const SHARED_MS = 2000;
/** What is kept for that, at most. */
const MAX_SHARED_BYTES = 64 * 1024 * 1024;

const COMMA = Buffer.from(',');

/** One of a page. */
export interface WrittenDocument {
  /** Place among the job's documents, from 1. */
  ordinal: number;
  json: Buffer;
}

/** Documents of a job as the status answer shows them. */
export interface StatusPage {
  /** JSON of the documents, with commas between them. */
  json: Buffer;
  documents: WrittenDocument[];
  /** The place of the last one among the documents of the job, from 1; without any the place before the page. */
  last: number;
}

/**
 * The pages of status answers and streams. Everybody who follows a job asks for the same ones, a first page of a hundred documents
 * again and again; who asks within a moment of another one gets the same bytes. Only documents that the job's row
 * counts are on a page, so one with the same places never changes. Access is the asker's to check: he holds a JobView.
 */
@Injectable()
export class StatusPages {
  private readonly making = new Map<string, Promise<StatusPage>>();
  private readonly made = new LRUCache<string, StatusPage>({
    maxSize: MAX_SHARED_BYTES,
    ttl: SHARED_MS,
    // Memory is given back when the time is over, not when the next page comes.
    ttlAutopurge: true,
  });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  read(job: JobView, { skip, limit = DEFAULT_LIMIT }: Paging, version: ApiVersion): Promise<StatusPage> {
    const count = Math.min(limit, job.completed - skip);
    if (count <= 0 || job.erasedAt !== null) return Promise.resolve(join([], skip));
    // Nothing of such a job stays in memory, for however short a time.
    if (job.zeroDataRetention) return this.makeUnshared(job, skip, count, version);
    const key = [job.id, version.name, skip, count].join(' ');
    const made = this.made.get(key);
    if (made !== undefined) return Promise.resolve(made);
    return this.making.get(key) ?? this.share(key, () => this.make(job, skip, count, version));
  }

  /** @throws ApiError 410 when the job began to be erased since it was read: the page may have gaps */
  private async makeUnshared(job: JobView, skip: number, count: number, version: ApiVersion): Promise<StatusPage> {
    const page = await this.make(job, skip, count, version);
    const now = await readJob(this.database, { jobId: job.id, teamId: job.teamId });
    if (now !== undefined) refuseIfErased(now);
    return page;
  }

  private async make(job: JobView, skip: number, count: number, version: ApiVersion): Promise<StatusPage> {
    const range = { jobId: job.id, after: skip, limit: count, maxBytes: MAX_PAGE_BYTES };
    const documents = await readDocuments(this.database, range);
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

/** In memory once: each document is a part of the whole. */
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
