export type CallerSchema = Readonly<Record<string, unknown>>;

/** Validation errors, most important first. Runs off the event loop with a time limit. @throws InvalidSchemaError */
export type ValidateBySchema = (schema: CallerSchema, value: unknown) => Promise<string[]>;
