import { readFileSync, statSync } from 'node:fs';

/**
 * What a small file says, read anew when it has changed; a file that is not there is empty. Its state is looked at
 * with every use, at once and not on the thread pool: some microseconds, and whoever has just written it is heard.
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
      // Gone meanwhile, or not for us to read: then it says nothing to us.
      return '';
    }
  }
}
