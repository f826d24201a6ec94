import type { JsonSchema } from './hoist-schemas';

/**
 * Moves the defaults of an object's fields from their keyword into their descriptions. Generators of clients take a
 * field with a default for one that is always there (openapi-typescript asks for it in every request), or send it
 * themselves: but a field that is sent is not the same as one that is absent, as `timeout` beside a long `waitFor`.
 */
export function describeDefaults(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const told = Object.entries(properties as Record<string, JsonSchema>).map(([field, value]) => [
    field,
    tell(value, named),
  ]);
  return { ...schema, properties: Object.fromEntries(told) };
}

function tell({ default: byDefault, ...field }: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  // No entries and no fields are what everybody takes absence for.
  const isNothing =
    byDefault === undefined || (typeof byDefault === 'object' && Object.keys(byDefault ?? {}).length === 0);
  if (isNothing) return field;
  const { description = described(field, named) } = field;
  const sentence = `Default: \`${JSON.stringify(byDefault)}\``;
  return { ...field, description: description === undefined ? sentence : `${description}. ${sentence}` };
}

/** What the schema says of itself that the field points to. */
function described({ $ref }: JsonSchema, named: Record<string, JsonSchema>): unknown {
  return typeof $ref === 'string' ? named[$ref.slice($ref.lastIndexOf('/') + 1)]?.description : undefined;
}
