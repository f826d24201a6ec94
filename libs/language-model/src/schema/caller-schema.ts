/** A JSON Schema as a caller wrote it. */
export type CallerSchema = Readonly<Record<string, unknown>>;
