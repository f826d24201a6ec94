import type { JsonSchema } from './hoist-schemas';

/**
 * Moves defaults from the `default` keyword into descriptions. Client generators make fields with a default required
 * (openapi-typescript) or send the default, which is not equivalent to omitting it (`timeout` with a long `waitFor`).
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
  // Readers expect an empty list or object.
  const isNothing =
    byDefault === undefined || (typeof byDefault === 'object' && Object.keys(byDefault ?? {}).length === 0);
  if (isNothing) return field;
  const { description = referencedDescription(field, named) } = field;
  const sentence = `Default: \`${JSON.stringify(byDefault)}\``;
  return { ...field, description: description === undefined ? sentence : `${description}. ${sentence}` };
}

function referencedDescription({ $ref }: JsonSchema, named: Record<string, JsonSchema>): unknown {
  return typeof $ref === 'string' ? named[$ref.slice($ref.lastIndexOf('/') + 1)]?.description : undefined;
}
