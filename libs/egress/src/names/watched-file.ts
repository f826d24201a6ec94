import { readFileSync, statSync } from 'node:fs';

/**
 * The content of a small file, read again when it has changed; a missing file is empty. Each use checks the file's
 * state synchronously, off the thread pool: it costs some microseconds, and a change counts at once.
 */
export class WatchedFile<T> {
  private seen: string | undefined;
  private content: T;

  constructor(
    private readonly path: string,
    private readonly parse: (text: string) => T,
  ) {
    this.content = parse('');
  }

  read(): T {
    const state = this.state();
    if (state === this.seen) return this.content;
    this.content = this.parse(this.text());
    this.seen = state;
    return this.content;
  }

  private state(): string {
    const stats = statSync(this.path, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? 'absent' : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  }

  private text(): string {
    try {
      return readFileSync(this.path, 'utf8');
    } catch {
      // The file is gone or unreadable: it counts as empty.
      return '';
    }
  }
}
