import { useEffect, useState } from 'preact/hooks';
import { followJob, type LiveProgress } from '../../api/follow-job';
import type { ProgressSample } from './samples';

const MAX_SAMPLES = 1_200;

export interface WatchedJob {
  progress: LiveProgress | undefined;
  hasEnded: boolean;
  samples: readonly ProgressSample[];
  error: unknown;
}

/** The progress of a job, live until it has ended. */
export function useJob(jobId: string): WatchedJob {
  const [watched, setWatched] = useState<WatchedJob>(NOTHING);
  useEffect(() => {
    setWatched(NOTHING);
    const leaving = new AbortController();
    const onProgress = (progress: LiveProgress, hasEnded: boolean) =>
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

const sampleOf = ({ urls }: LiveProgress): ProgressSample => ({
  seconds: Date.now() / 1000,
  done: urls.done,
  failed: urls.failed,
  queued: urls.queued + urls.leased,
});
