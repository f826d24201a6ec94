/** A JSON Schema as a caller wrote it. */
export type CallerSchema = Readonly<Record<string, unknown>>;

/**
 * Validation faults of a value, most important first; empty if valid. Time-limited, off the event loop.
 *
 * @throws InvalidSchemaError for an unusable schema, or one that takes too long
 */
export type ValidateBySchema = (schema: CallerSchema, value: unknown) => Promise<string[]>;
