import { z } from 'zod';
import { registerSchema } from '../schemas/parsed-schemas';
import { NAME_MAX_CHARS, text, tooManyKeys } from './bounds';

/** Characters of JSON. The body limits the depth. */
const MAX_SCHEMA_CHARS = 128 * 1024;
const MAX_SCHEMA_KEYS = 1000;

/** A JSON Schema, validated later by CheckSchemas in a worker thread. */
export const jsonSchema = z
  .record(text(NAME_MAX_CHARS), z.unknown())
  .superRefine((schema, context) => {
    const message = tooLarge(schema);
    if (message === undefined) registerSchema(schema);
    else context.addIssue({ code: 'custom', message });
  })
  .meta({ maxProperties: MAX_SCHEMA_KEYS });

function tooLarge(schema: Record<string, unknown>): string | undefined {
  const chars = JSON.stringify(schema).length;
  return (
    tooManyKeys(schema, MAX_SCHEMA_KEYS) ??
    (chars > MAX_SCHEMA_CHARS ? `Must have at most ${MAX_SCHEMA_CHARS} characters as JSON, not ${chars}` : undefined)
  );
}
