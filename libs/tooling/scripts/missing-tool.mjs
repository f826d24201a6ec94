/** Something that the machine lacks; the message says how to get it. */
export class MissingToolError extends Error {}
