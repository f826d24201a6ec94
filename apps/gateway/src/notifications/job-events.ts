import { Injectable } from '@nestjs/common';
import { waitFor } from '@orbweaver/platform';

/** Notifies followers in this process that a job changed. They read the change from the database. */
@Injectable()
export class JobEvents {
  private readonly followers = new Map<string, Set<() => void>>();

  announce(jobId: string): void {
    for (const notify of [...(this.followers.get(jobId) ?? [])]) notify();
  }

  get count(): number {
    return this.followers.size;
  }

  /** @returns a function that unsubscribes */
  follow(jobId: string, onChange: () => void): () => void {
    const followers = this.followers.get(jobId) ?? new Set();
    this.followers.set(jobId, followers.add(onChange));
    return () => {
      followers.delete(onChange);
      if (followers.size === 0 && this.followers.get(jobId) === followers) this.followers.delete(jobId);
    };
  }

  /** Resolves at the next change, after `timeoutMs`, or when `signal` aborts. */
  async next(jobId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    await waitFor<undefined>((arrive) => this.follow(jobId, () => arrive(undefined)), { timeoutMs, signal });
  }
}
