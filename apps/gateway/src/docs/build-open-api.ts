import type { Type } from '@nestjs/common';
import { describeRoutes } from '../edge/describe-routes';
import { describeOperation } from './describe-operation';
import { guide } from './guide';
import type { JsonSchema } from './hoist-schemas';
import { SchemaComponents } from './schema-components';
import { inReadingOrder, sectionOf, tags } from './sections';

export interface OpenApi {
  openapi: string;
  info: { description: string; [field: string]: unknown };
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
  [field: string]: unknown;
}

/** One document for PORT and, if set, one for ADMIN_PORT. */
export interface OpenApiByPort {
  onPort: OpenApi;
  onAdminPort?: OpenApi;
}

export const OPEN_API = Symbol('OPEN_API');

/** The OpenAPI 3.1 document of the controllers, generated from the schemas that validate their requests. */
export function buildOpenApi(controllers: readonly Type<unknown>[]): OpenApi {
  const served = describeRoutes(controllers);
  const undeclared = served.find((route) => route.operation === undefined);
  if (undeclared !== undefined) throw new Error(`${undeclared.name} has no @Operation`);
  const routes = inReadingOrder(served.filter((route) => !route.operation?.isUndocumented));
  const components = new SchemaComponents(routes);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (route.operation === undefined) continue;
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
      summary: 'Scrape single pages, lists of pages and whole sites.',
      description: guide(routes),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: tags.filter(({ name }) => routes.some((route) => sectionOf(route) === name)),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The API key, without the word `Bearer`' },
      },
      schemas: components.schemas,
    },
  };
}
