import { isDeepStrictEqual } from 'node:util';

export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/components/schemas/';

/** Lists that requests and options share, so that their items are not named after the first of them. */
const SHARED_LISTS: Record<string, string> = { formats: 'Format' };

/**
 * Names every object within the schemas, and every alternative of a union, and replaces it by a reference. Generators
 * of clients number what has no name: `V2ScrapeRequestFormatsItemType1Type10`. Equal schemas become one, and versions
 * share a name where their schemas are equal.
 */
export function hoistSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const hoisted: Record<string, JsonSchema> = { ...schemas };
  const walk = new Walk(hoisted);
  for (const [name, schema] of Object.entries(schemas)) hoisted[name] = walk.within(schema, name);
  return hoisted;
}

class Walk {
  constructor(private readonly hoisted: Record<string, JsonSchema>) {}

  /** The schema with references to named schemas in place of its parts. */
  within(schema: JsonSchema, name: string): JsonSchema {
    const result = { ...schema };
    if (isSchemas(schema.properties)) {
      result.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([field, value]) => [field, this.field(value, name, field)]),
      );
    }
    if (isSchema(schema.additionalProperties)) {
      result.additionalProperties = this.within(schema.additionalProperties, `${name}Value`);
    }
    if (isSchema(schema.items)) result.items = this.item(schema.items, name);
    for (const keyword of ['anyOf', 'oneOf']) {
      const { [keyword]: members } = schema;
      if (Array.isArray(members)) result[keyword] = this.alternatives(members, name);
    }
    return result;
  }

  private field(value: JsonSchema, owner: string, field: string): JsonSchema {
    const name = isSchema(value.items) ? itemName(owner, field) : `${owner}${capital(field)}`;
    const known = this.find(value);
    if (known !== undefined) return this.refer(known, value);
    const isNamed = isSchemas(value.properties) || isStrictRecord(value);
    return isNamed ? this.refer(this.register(value, name), value) : this.within(value, name);
  }

  /** `name` is the name of one item. */
  private item(value: JsonSchema, name: string): JsonSchema {
    const isNamed = isSchemas(value.properties) || Array.isArray(value.enum) || Array.isArray(value.anyOf);
    return isNamed ? this.refer(this.register(value, name)) : this.within(value, name);
  }

  /** A schema that may be null is named as if it stood alone. */
  private alternatives(members: readonly JsonSchema[], name: string): JsonSchema[] {
    const isAlone = members.filter(({ type }) => type !== 'null').length === 1;
    return members.map((member) => (isAlone ? this.item(member, name) : this.alternative(member, name)));
  }

  private alternative(value: JsonSchema, name: string): JsonSchema {
    if (Array.isArray(value.enum)) return this.refer(this.register(value, `${name}Name`));
    if (!isSchemas(value.properties)) {
      return Array.isArray(value.oneOf) ? this.refer(this.register(value, `${name}Object`)) : this.within(value, name);
    }
    const kind = value.properties.type?.const;
    const [, version = '', rest = name] = /^(V\d)?(.*?)(?:Object)?$/.exec(name) ?? [];
    return this.refer(
      this.register(value, typeof kind === 'string' ? `${version}${capital(kind)}${rest}` : `${name}Options`),
    );
  }

  /**
   * Registers the schema under a free name.
   * @returns the name
   */
  private register(schema: JsonSchema, name: string): string {
    const known = this.find(schema);
    if (known !== undefined) return known;
    const whole = this.within(withoutDefault(schema), name);
    const names = [name.replace(/^V\d/, ''), name];
    const free = names.find((candidate) => {
      const there = this.hoisted[candidate];
      return there === undefined || isDeepStrictEqual(there, whole);
    });
    if (free === undefined) throw new Error(`two schemas are called ${name}`);
    this.hoisted[free] = whole;
    return free;
  }

  /** The name of an equal schema. Schemas such as "any object" or "any text" are equal by chance and do not count. */
  private find(schema: JsonSchema): string | undefined {
    if (!isSchemas(schema.properties) && !Array.isArray(schema.enum) && !isStrictRecord(schema)) return undefined;
    const plain = bare(schema);
    return Object.keys(this.hoisted).find((name) => isDeepStrictEqual(bare(this.hoisted[name] ?? {}), plain));
  }

  private refer(name: string, { description, default: byDefault }: JsonSchema = {}): JsonSchema {
    const own = this.hoisted[name]?.description;
    return {
      $ref: `${REFERENCE}${name}`,
      ...(description === undefined || description === own ? {} : { description }),
      ...(byDefault === undefined ? {} : { default: byDefault }),
    };
  }
}

function itemName(owner: string, field: string): string {
  const [, version = ''] = /^(V\d)/.exec(owner) ?? [];
  const shared = SHARED_LISTS[field];
  if (shared !== undefined) return `${version}${shared}`;
  const singular = /[^s]s$/.test(field) ? field.slice(0, -1) : `${field}Entry`;
  return `${owner}${capital(singular)}`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\W/g, '');

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const isSchemas = (value: unknown): value is Record<string, JsonSchema> => isSchema(value);

/** A record whose schema constrains its values. */
const isStrictRecord = ({ properties, additionalProperties }: JsonSchema) =>
  properties === undefined && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;

const withoutDefault = ({ default: _, ...schema }: JsonSchema): JsonSchema => schema;

const bare = ({ default: _, description: __, ...schema }: JsonSchema): JsonSchema => schema;
