import { type Schema, Validator } from '@cfworker/json-schema';
import { read } from '../../api/client';

export interface FieldSchema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

export interface ApiSchemas {
  bodyOf(path: string): FieldSchema;
  resolve(schema: FieldSchema): FieldSchema;
  /** Faults of a body by field, in the words of the schema. */
  check(path: string, body: unknown): { field: string; text: string }[];
}

interface ApiDocument {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: FieldSchema }> } } }>;
  components: { schemas: Record<string, FieldSchema> };
}

const MAX_FAULTS = 10;

/** The request schemas of the running service, so that form and service never differ. */
export async function loadSchemas(): Promise<ApiSchemas> {
  const document = await read<ApiDocument>(
    fetch('/openapi.json').then(async (response) => ({ data: (await response.json()) as ApiDocument, response })),
  );
  const { schemas } = document.components;
  const resolve = (schema: FieldSchema): FieldSchema => {
    if (schema.$ref === undefined) return schema;
    const { $ref, ...own } = schema;
    return { ...resolve(schemas[$ref.split('/').at(-1)!] ?? {}), ...own };
  };
  const bodyOf = (path: string): FieldSchema => {
    const content = document.paths[path]?.post?.requestBody?.content ?? {};
    const { schema = {} } = content['application/json'] ?? content['multipart/form-data'] ?? {};
    const body = resolve(schema);
    const options = body.properties?.options;
    return options === undefined ? body : resolve(options);
  };
  return {
    bodyOf,
    resolve,
    check(path, body) {
      const root = { ...bodyOf(path), components: document.components } as unknown as Schema;
      const { errors } = new Validator(root, '2020-12', false).validate(body);
      // The innermost faults say most.
      const faults = errors
        .filter(({ keyword }) => !['properties', 'items', '$ref', 'anyOf', 'oneOf'].includes(keyword))
        .map(({ instanceLocation, error }) => ({ field: instanceLocation.replace(/^#\/?/, ''), text: error }));
      return faults.slice(0, MAX_FAULTS);
    },
  };
}

/** Fields that the service accepts for client libraries only. */
export function isOffered(schema: FieldSchema): boolean {
  const onlyFalse = schema.anyOf?.some((one) => one.const === false) ?? false;
  return !onlyFalse && !/not available in this installation|ignored/i.test(schema.description ?? '');
}
