/** A JSON Schema as a caller wrote it. */
export type CallerSchema = Readonly<Record<string, unknown>>;

/** Returns the faults of a value in order; empty if it is valid. Has a time limit and does not block the event loop. */
export type ValidateBySchema = (schema: CallerSchema, value: unknown) => Promise<string[]>;
