import type { CallerSchema } from '@orbweaver/language-model';

const parsedSchemas = new WeakSet<object>();

/** Registers a JSON Schema of a request body. The wire schemas do so for every field that takes one. */
export function registerSchema(schema: CallerSchema): void {
  parsedSchemas.add(schema);
}

/** Whether an object in a parsed body is a JSON Schema, in whatever field. */
export const isParsedSchema = (value: object): value is CallerSchema => parsedSchemas.has(value);
