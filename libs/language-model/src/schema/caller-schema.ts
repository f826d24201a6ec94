/** A JSON Schema as a caller wrote it. */
export type CallerSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, the first faults first; none: it is valid. Bounded in time, and not on the event loop. */
export type ValidateBySchema = (schema: CallerSchema, value: unknown) => Promise<string[]>;
