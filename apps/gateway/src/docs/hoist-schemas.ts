import { isDeepStrictEqual } from 'node:util';

export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/components/schemas/';

/** Lists that several requests share; their items are not named after one request. */
const SHARED_LISTS: Record<string, string> = { formats: 'Format' };

/**
 * Replaces every nested object and union member by a reference to a named schema. Client generators number unnamed
 * schemas: `V2ScrapeRequestFormatsItemType1Type10`. Equal schemas share one name, also across versions.
 */
export function hoistSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const hoisted: Record<string, JsonSchema> = { ...schemas };
  const walk = new Walk(hoisted);
  for (const [name, schema] of Object.entries(schemas)) hoisted[name] = walk.within(schema, name);
  return hoisted;
}

class Walk {
  constructor(private readonly hoisted: Record<string, JsonSchema>) {}

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

  /** The non-null member of a nullable schema is named like a single schema. */
  private alternatives(members: readonly JsonSchema[], name: string): JsonSchema[] {
    const isNullable = members.filter(({ type }) => type !== 'null').length === 1;
    return members.map((member) => (isNullable ? this.item(member, name) : this.alternative(member, name)));
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

  /** Registers the schema under a free name and returns the name. */
  private register(schema: JsonSchema, name: string): string {
    const known = this.find(schema);
    if (known !== undefined) return known;
    const whole = this.within(withoutDefault(schema), name);
    const names = [name.replace(/^V\d/, ''), name];
    const free = names.find((candidate) => {
      const registered = this.hoisted[candidate];
      return registered === undefined || isDeepStrictEqual(registered, whole);
    });
    if (free === undefined) throw new Error(`two different schemas are named ${name}`);
    this.hoisted[free] = whole;
    return free;
  }

  /** The name of an equal schema. Generic schemas such as "any string" are never shared. */
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

/** A record with constrained values. */
const isStrictRecord = ({ properties, additionalProperties }: JsonSchema) =>
  properties === undefined && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;

const withoutDefault = ({ default: _, ...schema }: JsonSchema): JsonSchema => schema;

const bare = ({ default: _, description: __, ...schema }: JsonSchema): JsonSchema => schema;
