import type { CallerSchema } from './caller-schema';
import { mapSchema } from './map-schema';

/** What a part of a page may lack though the whole page has it. */
const DEMANDS = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains', 'minContains']);

/** The schema of what one part of a page may say. */
export function relaxSchema(schema: CallerSchema): CallerSchema {
  return mapSchema(schema, (subschema) =>
    Object.fromEntries(Object.entries(subschema).filter(([keyword]) => !DEMANDS.has(keyword))),
  ) as CallerSchema;
}
