import type { ActionScene } from './action-step';

/** An element that a script is about to create or show is there by then. For a longer wait there is the action `wait`. */
const PATIENCE_MS = 3_000;
/** Kept from the page's deadline, so that the caller receives the reason instead of a timeout. */
export const REPORT_MS = 500;

/** How long an action waits for its element, in milliseconds. */
export function patienceOf({ remainingMs }: Pick<ActionScene, 'remainingMs'>): number {
  return Math.max(0, Math.min(PATIENCE_MS, remainingMs() - REPORT_MS));
}

/** `(waited 3 s)`, for error messages. */
export function waited(sinceMs: number): string {
  return `(waited ${Math.round((performance.now() - sinceMs) / 100) / 10} s)`;
}
