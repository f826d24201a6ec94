import type { CallerSchema } from './caller-schema';
import { compileSchema, InvalidSchemaError } from './compile-schema';

const LIMIT_MS = 1_000;
const compile = (schema: CallerSchema) => {
  const { faultsOf } = compileSchema(schema, LIMIT_MS);
  return { faultsOf: (value: unknown) => faultsOf(value, LIMIT_MS) };
};

describe('compileSchema', () => {
  const fits: [string, Record<string, unknown>, unknown, boolean][] = [
    ['a type', { type: 'object', properties: { price: { type: 'number' } } }, { price: 1 }, true],
    ['a wrong type', { type: 'object', properties: { price: { type: 'number' } } }, { price: '1' }, false],
    ['required properties', { type: 'object', required: ['name'] }, {}, false],
    ['an enum', { type: 'object', properties: { a: { enum: ['x', 'y'] } } }, { a: 'z' }, false],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null, true],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, 1.5, false],
    [
      'a recursive reference',
      {
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'integer' } } } },
        $ref: '#/$defs/node',
      },
      { n: 1, next: { next: { n: 'x' } } },
      false,
    ],
    [
      'nested arrays',
      { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'integer' } } } },
      [[[1], ['x']]],
      false,
    ],
    ['a tuple of draft 7', { items: [{ type: 'string' }, { type: 'number' }] }, ['a', 'b'], false],
    ['a tuple of 2020-12', { prefixItems: [{ type: 'string' }, { type: 'number' }] }, ['a', 'b'], false],
    ['a dialect', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' }, 1, false],
    [
      'siblings of $ref in draft 7, which are ignored',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: {} },
        $ref: '#/definitions/a',
        type: 'null',
      },
      1,
      true,
    ],
    ['siblings of $ref in 2020-12', { $defs: { a: {} }, $ref: '#/$defs/a', type: 'null' }, 1, false],
    ['a property named like a keyword', { properties: { $dynamicRef: { type: 'string' } } }, {}, true],
    ['an anchor', { $defs: { a: { $anchor: 'here', type: 'string' } }, $ref: '#here' }, 1, false],
    ['formats as annotations', { type: 'string', format: 'email' }, 'nobody', true],
    ['an unknown keyword', { type: 'string', example: 'x' }, 'x', true],
    ['a pattern', { type: 'string', pattern: '^\\p{Lu}+$' }, 'ÄB', true],
    ['another pattern', { type: 'string', pattern: '^b' }, 'ab', false],
    ['pattern properties', { patternProperties: { '^x-': { type: 'integer' } } }, { 'x-a': 'b' }, false],
  ];
  it.each(fits)('validates %s', (_, schema, value, isGood) => {
    expect(compile(schema).faultsOf(value).length === 0).toBe(isGood);
  });

  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['an unknown type', { type: 'strng' }, /^\/type must be equal to one of the allowed values: \[.*"string".*\]$/],
    ['a property without a schema', { properties: { a: 'string' } }, /properties/],
    ['an unresolvable reference', { $ref: '#/$defs/a' }, /\$defs\/a/],
    ['a remote reference', { $ref: 'http://other.test/schema.json' }, /other\.test/],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-03/schema#' }, /dialect/],
    ['an unknown dialect with a known suffix', { $schema: 'https://other.test/draft/2020-12/schema' }, /dialect/],
    ['a dynamic reference', { items: { $dynamicRef: '#a' } }, /\$dynamicRef is not supported: use \$ref/],
    ['unevaluated items', { contains: {}, unevaluatedItems: false }, /unevaluatedItems is not supported/],
    ['unevaluated properties with an if without else', { if: {}, unevaluatedProperties: false }, /then and else/],
    ['a property named __proto__', { properties: JSON.parse('{"__proto__": {}}') }, /__proto__/],
    [
      'references that ajv cannot resolve',
      { $ref: 'b', properties: { a: { $id: 'b', $ref: '#/$defs/c', $defs: { c: {} } } }, $id: 'http://one.test/' },
      /cannot be resolved/,
    ],
    ['a pattern with look-ahead', { type: 'string', pattern: '(?=a)' }, /./],
  ];
  it.each(wrong)('rejects %s', (_, schema, message) => {
    expect(() => compile(schema)).toThrow(InvalidSchemaError);
    expect(() => compile(schema)).toThrow(message);
  });

  it('returns the path and the reason of each error', () => {
    const schema = { type: 'object', properties: { kind: { enum: ['a', 'b'] }, n: { type: 'integer' } } };
    expect(compile(schema).faultsOf({ kind: 'c', n: 'x' })).toEqual([
      '/kind must be equal to one of the allowed values: ["a","b"]',
      '/n must be integer',
    ]);
  });

  it('evaluates an exponential pattern in linear time', () => {
    const schema = compile({ type: 'string', pattern: '^(a+)+$' });
    const from = performance.now();
    expect(schema.faultsOf(`${'a'.repeat(50_000)}!`)).toHaveLength(1);
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  it.each([
    ['without end', 40],
    ['for a long time', 24],
  ])('stops a validation that runs %s', (_, levels) => {
    const $defs = Object.fromEntries(
      Array.from({ length: levels }, (_, n) => [
        `e${n}`,
        { allOf: [n + 1, n + 1].map((to) => ({ $ref: `#/$defs/e${to}` })) },
      ]),
    );
    const from = performance.now();
    try {
      compile({ $defs: { ...$defs, [`e${levels}`]: {} }, $ref: '#/$defs/e0' }).faultsOf({});
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidSchemaError);
    }
    expect(performance.now() - from).toBeLessThan(4_000);
  });

  it('rejects a schema that takes too long to compile', () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => ({ type: 'object', required: [`k${n}`] }));
    const from = performance.now();
    expect(() => compile({ anyOf: keys, unevaluatedProperties: false })).toThrow('too large or too complex');
    expect(performance.now() - from).toBeLessThan(4_000);
  });

  it('does not execute code in a schema', () => {
    const evil = '"+(globalThis.pwned=1)+"';
    const schema = { title: evil, properties: { [evil]: { const: evil, description: evil } }, required: [evil] };
    expect(compile(schema).faultsOf({})).toHaveLength(1);
    expect(compile(schema).faultsOf({ [evil]: 'x' })).toHaveLength(1);
    expect(globalThis).not.toHaveProperty('pwned');
  });

  it('separates schemas with the same $id', () => {
    const of = (type: string) => compile({ $id: 'http://one.test/', type });
    expect(of('string').faultsOf('x')).toEqual([]);
    expect(of('integer').faultsOf('x')).toHaveLength(1);
  });
});
