import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { JudgedCandidate } from '@orbweaver/persistence';
import { type Judgement, judgeCandidates } from './judge-candidates';

/** Others wait for no longer than this: leases, outcomes of other jobs, health checks. */
const SLICE_MS = 10;
/** A URL takes some 10 to 50 µs; with the hardest patterns that the gateway lets in and a long URL, a second or more. */
const HARD_STEP_MS = 50;
/** A job with such patterns waits so many times as long as it computes: most of the process is for the others. */
const REST = 3;
/** URLs between two looks at the clock. */
const STEP_URLS = 16;

/** As judgeCandidates; neither a page with a hundred thousand links nor patterns that are hard to run hold up the process. */
export async function judgeInSlices(urls: readonly string[], judgement: Judgement): Promise<JudgedCandidate[]> {
  const seen = new Set<string>();
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
