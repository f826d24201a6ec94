/** The time. Decisions take it from here and not from the process, so that a test can set it. */
export type Clock = () => Date;
