import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';

// Checks against the meta-schema only: a caller's schema is never compiled, as that would run code made of it.
const draft7 = new Ajv({ strict: false, logger: false });
const draft2020 = new Ajv2020({ strict: false, logger: false });

function isJsonSchema(schema: Record<string, unknown>): boolean {
  const { $schema: dialect, ...keywords } = schema;
  const checker = typeof dialect === 'string' && /draft\/20(?:19|20)-/.test(dialect) ? draft2020 : draft7;
  return checker.validateSchema(keywords) === true;
}

/** Any object, read as a JSON Schema by the model only. */
export const looseJsonSchema = z.record(z.string(), z.unknown());

/** An object that is a JSON Schema. */
export const checkedJsonSchema = looseJsonSchema.refine(isJsonSchema, 'Invalid JSON schema.');
