import { STATUS_CODES } from 'node:http';
import type { Type } from '@nestjs/common';
import { z } from 'zod';
import type { OperationSpec } from '../edge/operation';
import { Failure } from '../wire/answers';
import { describeRoutes, type Route } from './describe-routes';
import { namedSchemas } from './named-schemas';

type JsonSchema = Record<string, unknown>;

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
  [field: string]: unknown;
}

/** The document of this service, for injection. */
export const OPEN_API = Symbol('OPEN_API');

const OWN = 'An extension of Orbweaver: other services with this interface do not have it.';

const uri = (id: string) => `#/components/schemas/${id}`;

/** The OpenAPI 3.1 document of the controllers: from the very schemas that check the requests. */
export function buildOpenApi(controllers: readonly Type<unknown>[]): OpenApi {
  const components = new SchemaComponents();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of describeRoutes(controllers)) {
    if (route.operation === undefined) throw new Error(`${route.name} declares no operation`);
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, route.operation, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orbweaver',
      version: '2',
      description: 'Scrape single pages, lists of pages and whole sites.',
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      schemas: components.write(),
    },
  };
}

/** Collects schemas; each becomes a component. Those without a name of their own take the one of their first use. */
class SchemaComponents {
  private readonly names = new Map<z.ZodType, string>();
  private readonly registry = z.registry<{ id: string }>();

  constructor() {
    for (const [name, schema] of Object.entries(namedSchemas)) this.add(schema, name);
  }

  refer(schema: z.ZodType, nameOfUse: string): JsonSchema {
    if (!this.names.has(schema)) this.add(schema, nameOfUse);
    return { $ref: uri(this.names.get(schema) ?? nameOfUse) };
  }

  write(): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.registry, { io: 'input', uri, target: 'draft-2020-12' });
    return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
  }

  private add(schema: z.ZodType, name: string): void {
    this.names.set(schema, name);
    this.registry.add(schema, { id: name });
  }
}

function describeOperation(route: Route, operation: OperationSpec, components: SchemaComponents): object {
  const { summary, description, tag, body, answer } = operation;
  const operationId = nameOf(route);
  const json = (schema: z.ZodType, nameOfUse: string, example?: unknown) => ({
    content: { 'application/json': { schema: components.refer(schema, nameOfUse), example } },
  });
  const success =
    answer === undefined
      ? {}
      : json(
          (route.path.startsWith('/v1/') ? answer.schemaOfV1 : undefined) ?? answer.schema,
          `${operationId}Answer`,
          answer.example,
        );
  const needsKey = route.access === 'key';
  const errors = { ...(needsKey ? { 401: 'The API key is missing or not valid' } : {}), ...operation.errors };
  return {
    operationId,
    summary,
    description: operation.isOwn ? [description, OWN].filter(Boolean).join(' ') : description,
    tags: [tag],
    ...(operation.isOwn ? { 'x-orbweaver-extension': true } : {}),
    ...(needsKey ? {} : { security: [] }),
    parameters: parametersOf(route, operation),
    requestBody: body && { required: true, ...json(body.schema, `${operationId}Body`, body.example) },
    responses: {
      200: { description: STATUS_CODES[200], ...success },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, meaning]) => [
          status,
          { description: meaning, ...json(Failure, 'Failure') },
        ]),
      ),
    },
  };
}

/** `getV1CrawlId` for GET /v1/crawl/:id. */
function nameOf({ method, path }: Route): string {
  const words = path.replace(/[^a-z0-9]+(\w?)/gi, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words}`;
}

function parametersOf(route: Route, operation: OperationSpec): object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(operation.query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = plainSchema(field as z.ZodType);
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: 'query', required, description, schema };
  });
  const inHeader = (operation.headers ?? []).map(({ name, description, schema }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: plainSchema(schema),
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function plainSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
