/** Injection token of a Clock. */
export const CLOCK = Symbol('CLOCK');

/** The time, as every decision of the frontier sees it. Frontiers that share a database share a time source (NTP). */
export type Clock = () => Date;
