import type { CallerSchema } from '@orbweaver/language-model';

const parsedSchemas = new WeakSet<object>();

/** Marks an object of a parsed body as a JSON Schema. Called by the wire schema `jsonSchema`. */
export function registerSchema(schema: CallerSchema): void {
  parsedSchemas.add(schema);
}

export const isParsedSchema = (value: object): value is CallerSchema => parsedSchemas.has(value);
