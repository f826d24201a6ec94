import { controllers } from '../gateway.module';
import { buildOpenApi } from './build-open-api';

type Schema = Record<string, unknown>;

const document = buildOpenApi(controllers);

interface Described {
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation as Described] as const),
);

/** Values of these formats have a bounded length. */
const FIXED_FORMATS = ['uuid', 'date-time'];

/** Paths of strings, arrays and objects without a maximum size. */
function findUnbounded(schema: Schema, place: string, seen: readonly string[] = []): string[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!;
    return seen.includes(name) ? [] : findUnbounded(document.components.schemas[name]!, place, [...seen, name]);
  }
  const found: string[] = [];
  const look = (inner: unknown, where: string) => {
    if (typeof inner === 'object' && inner !== null) found.push(...findUnbounded(inner as Schema, where, seen));
  };
  const { type, enum: values, const: value, format, maxLength, maxItems, maxProperties, items } = schema;
  const isFixed = values !== undefined || value !== undefined || FIXED_FORMATS.includes(String(format));
  if (type === 'string' && !isFixed && maxLength === undefined) found.push(`${place}: text`);
  if (type === 'array' && maxItems === undefined) found.push(`${place}: list`);
  const { additionalProperties = false, propertyNames, properties = {} } = schema;
  if (type === 'object' && additionalProperties !== false && maxProperties === undefined)
    found.push(`${place}: object`);
  for (const [key, inner] of Object.entries(properties as object)) look(inner, `${place}.${key}`);
  look(additionalProperties, `${place}.*`);
  look(propertyNames, `${place}, a key`);
  look(items, `${place}[]`);
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    for (const inner of (schema[keyword] ?? []) as Schema[]) look(inner, place);
  }
  return found;
}

describe('request size limits', () => {
  it('finds a schema without a maximum size', () => {
    expect(operations.length).toBeGreaterThan(30);
    expect(findUnbounded({ type: 'array', items: { anyOf: [{ type: 'string' }] } }, 'x')).toEqual([
      'x: list',
      'x[]: text',
    ]);
  });

  it.each(operations)('limits the size of every parameter and body field of %s', (_, { parameters, requestBody }) => {
    const body = Object.values(requestBody?.content ?? {})[0]?.schema;
    const unbounded = [
      ...(body === undefined ? [] : findUnbounded(body, 'body')),
      // Path parameters are limited by the maximum size of the request head.
      ...parameters.filter((one) => one.in !== 'path').flatMap(({ name, schema }) => findUnbounded(schema, name)),
    ];
    expect([...new Set(unbounded)]).toEqual([]);
  });
});
