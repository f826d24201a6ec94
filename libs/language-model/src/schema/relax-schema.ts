import type { CallerSchema } from './compile-schema';

/** What a part of a page may lack though the whole page has it. */
const DEMANDS = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains', 'minContains']);
/** Their values map names of the caller's to schemas. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Their values are data. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** The schema of what one part of a page may say. */
export function relaxSchema(schema: CallerSchema): CallerSchema {
  return relaxed(schema) as CallerSchema;
}

function relaxed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(relaxed);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([keyword]) => !DEMANDS.has(keyword))
      .map(([keyword, value]) => {
        if (DATA.has(keyword)) return [keyword, value];
        return [keyword, MAPS.has(keyword) ? mapValues(value) : relaxed(value)];
      }),
  );
}

function mapValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, relaxed(schema)]));
}
