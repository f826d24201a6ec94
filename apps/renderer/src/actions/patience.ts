import type { ActionScene } from './action-step';

/** Enough for elements that a script creates or shows after loading. The `wait` action waits longer. */
const PATIENCE_MS = 3_000;
/** Reserved before the deadline of the page, so that the caller gets the reason instead of a timeout. */
export const REPORT_MS = 500;

export function patienceOf({ remainingMs }: Pick<ActionScene, 'remainingMs'>): number {
  return Math.max(0, Math.min(PATIENCE_MS, remainingMs() - REPORT_MS));
}

export function waited(sinceMs: number): string {
  return `(waited ${Math.round((performance.now() - sinceMs) / 100) / 10} s)`;
}
