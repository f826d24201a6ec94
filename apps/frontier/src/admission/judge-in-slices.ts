import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { JudgedCandidate } from '@orbweaver/persistence';
import { type Judgement, judgeCandidates } from './judge-candidates';

/** The longest time that judging blocks leases, outcomes of other jobs and health checks. */
const SLICE_MS = 10;
/**
 * A URL takes some 10 to 50 µs. With the hardest patterns that the gateway accepts, a long URL takes a second or more.
 */
const HARD_STEP_MS = 50;
/**
 * A job with such patterns pauses this many times as long as it computes, so that most of the process serves other
 * jobs.
 */
const REST = 3;
/** How many URLs are judged between two readings of the clock. */
const STEP_URLS = 16;

/**
 * Does what `judgeCandidates` does without blocking the process, even for a page with a hundred thousand links or
 * patterns that are slow to run.
 */
export async function judgeInSlices(
  urls: readonly string[],
  judgement: Judgement,
  seen = new Set<string>(),
): Promise<JudgedCandidate[]> {
  const judged: JudgedCandidate[] = [];
  let sliceFromMs = performance.now();
  let stepUrls = 1;
  for (let at = 0; at < urls.length; ) {
    const stepFromMs = performance.now();
    judged.push(...judgeCandidates(urls.slice(at, at + stepUrls), judgement, seen));
    at += stepUrls;
    const nowMs = performance.now();
    const tookMs = nowMs - stepFromMs;
    stepUrls = tookMs > SLICE_MS ? 1 : STEP_URLS;
    if (nowMs - sliceFromMs < SLICE_MS) continue;
    if (tookMs > HARD_STEP_MS) await pause(tookMs * REST);
    else await nextTurn();
    sliceFromMs = performance.now();
  }
  return judged;
}
