/** A program that the machine lacks; the message names its source. */
export class MissingToolError extends Error {}
