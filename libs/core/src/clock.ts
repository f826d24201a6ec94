/** Injected instead of the system clock, so that tests can set the time. */
export type Clock = () => Date;
