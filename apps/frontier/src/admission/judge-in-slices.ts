import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { JudgedCandidate } from '@orbweaver/persistence';
import { type Judgement, judgeCandidates } from './judge-candidates';

const SLICE_MS = 10;
/** A URL takes 10 to 50 µs. With the slowest patterns that the gateway accepts, a long URL takes a second or more. */
const HARD_STEP_MS = 50;
/** A job with slow patterns pauses this many times as long as it computes, so that other jobs continue. */
const REST = 3;
const STEP_URLS = 16;

/** Runs `judgeCandidates` without blocking the event loop, even for many links or slow patterns. */
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
