import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';
import { NAME_MAX_CHARS, text, tooManyKeys } from './bounds';

// These check against the meta-schema only. A caller's schema is never compiled, because ajv generates code from it.
const draft7 = new Ajv({ strict: false, logger: false });
const draft2020 = new Ajv2020({ strict: false, logger: false });

function isJsonSchema(schema: Record<string, unknown>): boolean {
  const { $schema: dialect, ...keywords } = schema;
  const checker = typeof dialect === 'string' && /draft\/20(?:19|20)-/.test(dialect) ? draft2020 : draft7;
  return checker.validateSchema(keywords) === true;
}

/** Characters of JSON. The depth is bounded with the body. */
const MAX_SCHEMA_CHARS = 128 * 1024;
const MAX_SCHEMA_KEYS = 1000;

/** Any object. Only the language model reads it. */
export const looseJsonSchema = z
  .record(text(NAME_MAX_CHARS), z.unknown())
  .superRefine((schema, context) => {
    const chars = JSON.stringify(schema).length;
    const message =
      tooManyKeys(schema, MAX_SCHEMA_KEYS) ??
      (chars > MAX_SCHEMA_CHARS
        ? `Must have ${MAX_SCHEMA_CHARS} characters as JSON at most; this one has ${chars}`
        : undefined);
    if (message !== undefined) context.addIssue({ code: 'custom', message, fatal: true });
  })
  .meta({ maxProperties: MAX_SCHEMA_KEYS });

/** An object that must be a valid JSON Schema. */
export const checkedJsonSchema = looseJsonSchema.refine(isJsonSchema, 'Invalid JSON schema.');
