import type { CallerSchema } from './caller-schema';
import { mapSchema } from './map-schema';

/** Keywords that a part of a page may violate although the whole page satisfies them. */
const DEMANDS = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains', 'minContains']);

/** The schema for the data of one part of a page. */
export function relaxSchema(schema: CallerSchema): CallerSchema {
  return mapSchema(schema, (subschema) =>
    Object.fromEntries(Object.entries(subschema).filter(([keyword]) => !DEMANDS.has(keyword))),
  ) as CallerSchema;
}
