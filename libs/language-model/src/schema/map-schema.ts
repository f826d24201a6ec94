type Subschema = Record<string, unknown>;

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
/** Keywords whose values are not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** Applies `change` to each schema, outermost first. @throws RangeError if nested too deeply */
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
