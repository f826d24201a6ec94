import { hash } from 'node:crypto';
import { StoreUnavailableError } from '@orbweaver/core';
import {
  ContentMissingError,
  type ContentStore,
  type NewContent,
  type PlacedContent,
  type RowOfContent,
} from './content-store';
import { behindDay, dayOfJob, folderOf, folderOfDay, folderOfJob, objectKey } from './object-keys';
import type { S3Bucket } from './s3-bucket';

/**
 * Time to wait for an unavailable store before rows are used. Longer than a node's replacement; below the 30 s after
 * which the frontier renders a page without a document again.
 */
const PATIENCE_MS = 20_000;

export interface ObjectContentsOptions {
  bucket: S3Bucket;
  prefix: string;
  minBytes: number;
  /** Called when the store is unavailable and rows are used instead. */
  onBypass?: (awayMs: number) => void;
  nowMs?: () => number;
  patienceMs?: number;
}

export class ObjectContents implements ContentStore {
  private awaySinceMs: number | undefined;
  private isBypassed = false;

  constructor(private readonly options: ObjectContentsOptions) {}

  isForObjects({ jobId, content }: NewContent): boolean {
    return content.byteLength >= this.options.minBytes && dayOfJob(jobId) !== undefined;
  }

  inRow({ content }: NewContent): PlacedContent {
    return { content, objectHash: null };
  }

  async place(contents: readonly NewContent[]): Promise<PlacedContent[]> {
    const inRows = () => contents.map((content) => this.inRow(content));
    // `probe` detects the recovery, so no page waits for it.
    if (this.isFallbackDue()) return inRows();
    const put = async (one: NewContent): Promise<PlacedContent> => {
      if (!this.isForObjects(one)) return this.inRow(one);
      const objectHash = sha256(one.content);
      await this.watch(this.options.bucket.put(objectKey(this.options.prefix, one, objectHash), one.content));
      return { content: null, objectHash };
    };
    try {
      return await Promise.all(contents.map(put));
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || !this.isFallbackDue()) throw error;
      return inRows();
    }
  }

  async read(row: RowOfContent): Promise<Uint8Array> {
    if (row.content !== null) return row.content;
    if (row.objectHash === null) throw new ContentMissingError(`page ${row.pageId} has no content`);
    const bytes = await this.watch(this.options.bucket.get(objectKey(this.options.prefix, row, row.objectHash)));
    if (bytes === undefined) throw new ContentMissingError(`the object of page ${row.pageId} is missing`);
    if (!sha256(bytes).equals(row.objectHash)) {
      throw new ContentMissingError(`the object of page ${row.pageId} has another hash`);
    }
    return bytes;
  }

  async listDays(): Promise<string[]> {
    const folder = folderOf(this.options.prefix);
    const days: string[] = [];
    for (let after = folder; ; ) {
      const key = await this.options.bucket.firstKey(folder, after);
      const day = key?.slice(folder.length).split('/')[0];
      if (day === undefined) return days;
      days.push(day);
      after = behindDay(this.options.prefix, day);
    }
  }

  deleteJob(jobId: string, signal: AbortSignal): Promise<number> {
    return this.deleteFolder(folderOfJob(this.options.prefix, jobId), signal);
  }

  deleteDay(day: string, signal: AbortSignal): Promise<number> {
    return this.deleteFolder(folderOfDay(this.options.prefix, day), signal);
  }

  private async deleteFolder(folder: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    // Always deletes the first keys, so that an interrupted deletion can be resumed.
    while (!signal.aborted) {
      const keys = await this.options.bucket.listKeys(folder);
      if (keys.length === 0) break;
      await this.options.bucket.deleteKeys(keys);
      deleted += keys.length;
    }
    return deleted;
  }

  /** Checks the availability. @throws StoreUnavailableError */
  async probe(): Promise<void> {
    await this.watch(this.options.bucket.probe());
  }

  private async watch<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request;
      this.awaySinceMs = undefined;
      this.isBypassed = false;
      return answer;
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.awaySinceMs ??= this.nowMs();
      throw error;
    }
  }

  private isFallbackDue(): boolean {
    const awayMs = this.awaySinceMs === undefined ? 0 : this.nowMs() - this.awaySinceMs;
    if (awayMs < (this.options.patienceMs ?? PATIENCE_MS)) return false;
    if (!this.isBypassed) this.options.onBypass?.(awayMs);
    this.isBypassed = true;
    return true;
  }

  private nowMs(): number {
    return this.options.nowMs?.() ?? performance.now();
  }
}

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
