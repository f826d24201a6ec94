import type { JobUrl } from './load-urls';

export interface UrlPage {
  urls: JobUrl[];
  /** Cursor of the next page; undefined at the end. */
  next: number | undefined;
}

interface Chunk extends UrlPage {
  after: number | undefined;
}

/** The URLs of a job, read chunk by chunk. A refresh reads only chunks in view and the last one. */
export class UrlList {
  private chunks: Chunk[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly readPage: (after: number | undefined) => Promise<UrlPage>) {}

  get rows(): JobUrl[] {
    return this.chunks.flatMap(({ urls }) => urls);
  }

  /** Reads the next chunk, if there is one. */
  more(): Promise<void> {
    return this.inTurn(async () => {
      const last = this.chunks.at(-1);
      if (last !== undefined && last.next === undefined) return;
      this.chunks.push(await this.read(last?.next));
    });
  }

  /** Reads the chunks of rows `first` to `last` again, and the last chunk, which grows. */
  refresh(first: number, last: number): Promise<void> {
    return this.inTurn(async () => {
      for (const chunk of this.chunksOf(first, last)) {
        const index = this.chunks.indexOf(chunk);
        if (index === -1) continue;
        const fresh = await this.read(chunk.after);
        // With a filter, rows enter and leave. The chunks after a moved boundary are read again when they come into view.
        if (fresh.next !== chunk.next) this.chunks.length = index + 1;
        this.chunks[index] = fresh;
      }
    });
  }

  private chunksOf(first: number, last: number): Chunk[] {
    let start = 0;
    return this.chunks.filter((chunk, index) => {
      const end = start + chunk.urls.length;
      const isInView = start <= last && end > first;
      start = end;
      return isInView || index === this.chunks.length - 1;
    });
  }

  private async read(after: number | undefined): Promise<Chunk> {
    return { after, ...(await this.readPage(after)) };
  }

  /** Runs one request at a time, to keep the chunks in order. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.running.then(work);
    this.running = turn.catch(() => undefined);
    return turn;
  }
}
