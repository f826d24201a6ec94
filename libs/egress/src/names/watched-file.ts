import { readFileSync, statSync } from 'node:fs';

/**
 * A small file that is read again after a change; empty if missing. Each use stats the file synchronously, which takes
 * microseconds.
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
      return '';
    }
  }
}
