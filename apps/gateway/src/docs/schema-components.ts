import { z } from 'zod';
import type { DescribedRoute } from '../edge/describe-routes';
import type { AnswerSpec, OperationSpec } from '../edge/operation';
import { describeDefaults } from './describe-defaults';
import { hoistSchemas, type JsonSchema } from './hoist-schemas';
import { namedSchemas } from './named-schemas';

const uri = (name: string) => `#/components/schemas/${name}`;

type Parameters = Record<string, { schema: JsonSchema; required: boolean }>;

/** The schemas of all operations as JSON Schema. Every object and union member has a name. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema>;
  private readonly names = new Map<z.ZodType, string>();
  private readonly registry = z.registry<{ id: string }>();
  private readonly parameters = new Map<OperationSpec, Parameters>();

  constructor(routes: readonly DescribedRoute[]) {
    for (const [name, schema] of Object.entries(namedSchemas)) this.add(schema, name);
    const parameterObjects = new Map<OperationSpec, z.ZodObject>();
    for (const route of routes) {
      const { operation } = route;
      if (operation === undefined) continue;
      const name = nameOfPath(route.path);
      if (operation.body !== undefined) this.addUnnamed(operation.body.schema, `${name}Request`);
      const answer = answerOf(route);
      if (answer !== undefined) this.addUnnamed(answer.schema, name);
      if (!parameterObjects.has(operation)) parameterObjects.set(operation, parameterObject(operation));
    }
    const operations = [...parameterObjects.keys()];
    const parameterName = (operation: OperationSpec) => `parameters ${operations.indexOf(operation)}`;
    for (const [operation, schema] of parameterObjects) this.add(schema, parameterName(operation));

    const written = hoistSchemas(this.write());
    for (const [operation, schema] of parameterObjects) {
      const { [parameterName(operation)]: object } = written;
      delete written[parameterName(operation)];
      this.parameters.set(operation, readParameters(object?.properties as Record<string, JsonSchema>, schema));
    }
    this.schemas = Object.fromEntries(
      Object.entries(written)
        .map(([name, schema]): [string, JsonSchema] => [name, describeDefaults(schema, written)])
        .sort(([a], [b]) => a.localeCompare(b, 'en')),
    );
  }

  refer(schema: z.ZodType): JsonSchema {
    const name = this.names.get(schema);
    if (name === undefined) throw new Error('schema of no operation');
    return { $ref: uri(name) };
  }

  parametersOf(operation: OperationSpec): Parameters {
    return this.parameters.get(operation) ?? {};
  }

  private write(): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.registry, { io: 'input', uri });
    return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
  }

  private addUnnamed(schema: z.ZodType, name: string): void {
    if (this.names.has(schema)) return;
    const short = name.replace(/^V\d/, '');
    this.add(schema, [...this.names.values()].includes(short) ? name : short);
  }

  private add(schema: z.ZodType, name: string): void {
    this.names.set(schema, name);
    this.registry.add(schema, { id: name });
  }
}

/** The 200 response of the route, in the version of its path. */
export function answerOf({ path, operation }: DescribedRoute): AnswerSpec | undefined {
  const answer = operation?.answer;
  return answer === undefined || 'schema' in answer ? answer : answer[path.startsWith('/v1/') ? 'v1' : 'v2'];
}

function parameterObject({ query, headers = [] }: OperationSpec): z.ZodObject {
  return z.object({ ...query?.shape, ...Object.fromEntries(headers.map(({ name, schema }) => [name, schema])) });
}

function readParameters(properties: Record<string, JsonSchema>, object: z.ZodObject): Parameters {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const field = object.shape[name] as z.ZodType;
      return [name, { schema, required: !field.safeParse(undefined).success }];
    }),
  );
}

/** `V2CrawlIdUrls` for /v2/crawl/:id/urls. */
function nameOfPath(path: string): string {
  return path.replace(/[^a-z0-9]+(\w?)/gi, (_, letter: string) => letter.toUpperCase());
}
