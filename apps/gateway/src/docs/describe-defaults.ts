import type { JsonSchema } from './hoist-schemas';

/**
 * Moves the defaults of fields from their keyword into their descriptions. Generators of clients take a field with a
 * default for a required one (openapi-typescript), or send the default themselves; but sending it differs from leaving
 * it out, as `timeout` beside a long `waitFor` shows.
 */
export function describeDefaults(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([field, value]) => [
    field,
    describeDefault(value, named),
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

function describeDefault({ default: byDefault, ...field }: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  // An empty list or object is what readers expect of an absent field.
  const isNothing =
    byDefault === undefined || (typeof byDefault === 'object' && Object.keys(byDefault ?? {}).length === 0);
  if (isNothing) return field;
  const { description = described(field, named) } = field;
  const sentence = `Default: \`${JSON.stringify(byDefault)}\``;
  return { ...field, description: description === undefined ? sentence : `${description}. ${sentence}` };
}

/** The description of the schema that the field refers to. */
function described({ $ref }: JsonSchema, named: Record<string, JsonSchema>): unknown {
  return typeof $ref === 'string' ? named[$ref.slice($ref.lastIndexOf('/') + 1)]?.description : undefined;
}
