import { ApiError } from '../errors/api-error';

interface Bound {
  max: number;
  message: string;
}

/** Concurrency limits of this process, per team and in total. */
export class ConcurrencyLimits {
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** @param bounds.retryAfterSeconds sent as Retry-After */
  constructor(private readonly bounds: { perTeam: Bound; inAll?: Bound; retryAfterSeconds: number }) {}

  get count(): number {
    return this.all;
  }

  /** @returns a function that releases the slot; call it once @throws ApiError 429 if a limit is reached */
  take(teamId: string): () => void {
    const { perTeam, inAll } = this.bounds;
    const ofTeam = this.taken.get(teamId) ?? 0;
    if (ofTeam >= perTeam.max) throw this.refuse(perTeam);
    if (inAll !== undefined && this.all >= inAll.max) throw this.refuse(inAll);
    this.taken.set(teamId, ofTeam + 1);
    this.all += 1;
    return () => {
      const left = (this.taken.get(teamId) ?? 1) - 1;
      if (left === 0) this.taken.delete(teamId);
      else this.taken.set(teamId, left);
      this.all -= 1;
    };
  }

  private refuse({ message }: Bound): ApiError {
    return new ApiError(429, message, { headers: { 'Retry-After': String(this.bounds.retryAfterSeconds) } });
  }
}
