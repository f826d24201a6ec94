type Subschema = Record<string, unknown>;

/** Their values map names of the caller's to schemas. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
/** Their values are data. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** The schema with every schema in it changed, the outer ones first. @throws RangeError for one that is nested too deep */
export function mapSchema(schema: unknown, change: (subschema: Subschema) => Subschema): unknown {
  if (Array.isArray(schema)) return schema.map((each) => mapSchema(each, change));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(change(schema)).map(([keyword, value]) => {
      if (DATA.has(keyword)) return [keyword, value];
      return [keyword, MAPS.has(keyword) && isObject(value) ? mapValues(value, change) : mapSchema(value, change)];
    }),
  );
}

function mapValues(schemas: Subschema, change: (subschema: Subschema) => Subschema): Subschema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapSchema(schema, change)]));
}

function isObject(value: unknown): value is Subschema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
