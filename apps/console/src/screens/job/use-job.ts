import { useEffect, useState } from 'preact/hooks';
import { followJob, type JobProgress } from '../../api/follow-job';

/** One point of the charts. */
export interface Sample {
  seconds: number;
  done: number;
  failed: number;
  queued: number;
}

const MAX_SAMPLES = 1_200;
/** Windows of the rate. */
const RATE_SECONDS = 5;

export interface WatchedJob {
  progress: JobProgress | undefined;
  hasEnded: boolean;
  samples: readonly Sample[];
  error: unknown;
}

/** The progress of a job, live until it has ended. */
export function useJob(jobId: string): WatchedJob {
  const [watched, setWatched] = useState<WatchedJob>(NOTHING);
  useEffect(() => {
    setWatched(NOTHING);
    const leaving = new AbortController();
    const onProgress = (progress: JobProgress, hasEnded: boolean) =>
      setWatched(({ samples }) => ({
        progress,
        hasEnded,
        samples: [...samples, sampleOf(progress)].slice(-MAX_SAMPLES),
        error: undefined,
      }));
    followJob(jobId, onProgress, leaving.signal).catch((error: unknown) =>
      setWatched((before) => ({ ...before, error })),
    );
    return () => leaving.abort();
  }, [jobId]);
  return watched;
}

const NOTHING: WatchedJob = { progress: undefined, hasEnded: false, samples: [], error: undefined };

const sampleOf = ({ urls }: JobProgress): Sample => ({
  seconds: Date.now() / 1000,
  done: urls.done,
  failed: urls.failed,
  queued: urls.queued + urls.leased,
});

/** Pages per second at each sample, over the seconds before it. */
export function ratesOf(samples: readonly Sample[]): number[] {
  let first = 0;
  return samples.map((sample, index) => {
    while (first < index && sample.seconds - samples[first]!.seconds > RATE_SECONDS) first += 1;
    const before = samples[first]!;
    const seconds = sample.seconds - before.seconds;
    return seconds === 0 ? 0 : (sample.done + sample.failed - before.done - before.failed) / seconds;
  });
}
