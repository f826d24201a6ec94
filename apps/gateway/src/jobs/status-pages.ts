import { Inject, Injectable } from '@nestjs/common';
import { type Database, type JobView, readDocuments, readJob } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '../wire/api-version';
import { refuseIfErased } from './find-job';
import { scrapeSpecOf } from './job-status';
import { DEFAULT_LIMIT, MAX_PAGE_BYTES, type Paging } from './read-paging';
import { StoredContents } from './stored-contents';

/** Time to live of a shared page. Clients poll every 1 to 2 s. */
const SHARED_MS = 2000;
/** Memory limit of shared pages. */
const MAX_SHARED_BYTES = 64 * 1024 * 1024;

const COMMA = Buffer.from(',');

export interface WrittenDocument {
  /** Position among the documents of the job, starting at 1. */
  ordinal: number;
  json: Buffer;
}

export interface StatusPage {
  /** Documents as JSON, separated by commas. */
  json: Buffer;
  documents: WrittenDocument[];
  /** Ordinal of the last document, or of the document before an empty page. */
  last: number;
}

/**
 * Builds pages of documents for status responses and streams, and caches them briefly: all readers of a job request the
 * same pages. A page contains only documents that the job row counts, so it never changes. Access is checked by the
 * caller, who has a JobView.
 */
@Injectable()
export class StatusPages {
  private readonly pending = new Map<string, Promise<StatusPage>>();
  private readonly cached = new LRUCache<string, StatusPage>({
    maxSize: MAX_SHARED_BYTES,
    ttl: SHARED_MS,
    // Frees memory without further requests.
    ttlAutopurge: true,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  read(job: JobView, { skip, limit = DEFAULT_LIMIT }: Paging, version: ApiVersion): Promise<StatusPage> {
    const count = Math.min(limit, job.completed - skip);
    if (count <= 0 || job.erasedAt !== null) return Promise.resolve(join([], skip));
    // These documents must not be cached.
    if (job.zeroDataRetention) return this.makeUnshared(job, skip, count, version);
    const key = [job.id, version.name, skip, count].join(' ');
    const cached = this.cached.get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    return this.pending.get(key) ?? this.share(key, () => this.make(job, skip, count, version));
  }

  /** @throws ApiError 410 if the job was erased after it was read, because the page may have gaps */
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
    if (written.length < count) await this.refuseErased(job);
    return join(written, skip);
  }

  /** @throws ApiError 410 */
  private async refuseErased({ id: jobId, teamId }: JobView): Promise<void> {
    const now = await readJob(this.database, { jobId, teamId });
    if (now !== undefined) refuseIfErased(now);
  }

  private share(key: string, make: () => Promise<StatusPage>): Promise<StatusPage> {
    const pending = make()
      .then((page) => {
        this.cached.set(key, page, { size: Math.max(page.json.length, 1) });
        return page;
      })
      .finally(() => this.pending.delete(key));
    this.pending.set(key, pending);
    return pending;
  }
}

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
