import { Injectable } from '@nestjs/common';

/** Tells those in this process who follow a job that something of it changed; what, they read in the database. */
@Injectable()
export class JobEvents {
  private readonly followers = new Map<string, Set<() => void>>();

  announce(jobId: string): void {
    for (const follower of [...(this.followers.get(jobId) ?? [])]) follower();
  }

  /** Jobs that somebody follows. */
  get count(): number {
    return this.followers.size;
  }

  /** @returns ends it */
  follow(jobId: string, onChange: () => void): () => void {
    const followers = this.followers.get(jobId) ?? new Set();
    this.followers.set(jobId, followers.add(onChange));
    return () => {
      followers.delete(onChange);
      if (followers.size === 0 && this.followers.get(jobId) === followers) this.followers.delete(jobId);
    };
  }

  /** Resolves at the next change, after `timeoutMs`, or when `signal` ends the waiting. */
  next(jobId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unfollow();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const unfollow = this.follow(jobId, end);
      const timer = setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end);
    });
  }
}
