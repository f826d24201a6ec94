import { STATUS_CODES } from 'node:http';
import type { DescribedRoute } from '../edge/describe-routes';
import type { OperationSpec } from '../edge/operation';
import { MAX_UPLOAD_BYTES } from '../edge/receive-upload';
import { requestErrors } from '../errors/error-codes';
import { Failure } from '../wire/answers';
import { exampleId } from '../wire/examples';
import { errorStatuses } from './error-statuses';
import type { JsonSchema } from './hoist-schemas';
import { answerOf, type SchemaComponents } from './schema-components';
import { sectionOf } from './sections';

const KEY_REFUSED = 'The key lacks the required right, or the team is disabled';

const EXTENSION = 'Orbweaver extension: not available in other services with this API.';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export function describeOperation(
  route: DescribedRoute,
  operation: OperationSpec,
  components: SchemaComponents,
): object {
  const { summary, description, body, text } = operation;
  const needsKey = route.access !== 'public';
  const parameters = parametersOf(route, operation, components);
  const errors = {
    ...(needsKey ? { 401: errorStatuses[401].means, 403: KEY_REFUSED } : {}),
    ...(body === undefined ? {} : { 413: errorStatuses[413].means }),
    ...(needsKey ? { 503: requestErrors.STORE_UNAVAILABLE } : {}),
    ...operation.errors,
    ...(operation.errors?.[403] === undefined ? {} : { 403: `${KEY_REFUSED}; or: ${operation.errors[403]}` }),
  };
  const answer = answerOf(route);
  const failure = components.refer(Failure);
  const success =
    answer === undefined
      ? text && { content: { [text.contentType]: { example: text.example } } }
      : json(components.refer(answer.schema), answer.example);
  return {
    operationId: nameOf(route),
    summary,
    description: [description, operation.isExtension ? EXTENSION : undefined]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    tags: [sectionOf(route)],
    ...(operation.isExtension ? { 'x-orbweaver-extension': true } : {}),
    ...(needsKey ? {} : { security: [] }),
    parameters,
    requestBody: body && { required: true, ...contentOf(body, components) },
    responses: {
      [operation.status ?? 200]: { description: STATUS_CODES[operation.status ?? 200], ...success },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, meaning]) => [
          status,
          { description: meaning, ...(Number(status) < 400 ? {} : json(failure, { success: false, error: meaning })) },
        ]),
      ),
    },
  };
}

function contentOf(body: NonNullable<OperationSpec['body']>, components: SchemaComponents): object {
  const { example, isUpload } = body;
  const options = components.refer(body.schema);
  if (!isUpload) return json(options, example);
  const file = {
    type: 'string',
    format: 'binary',
    maxLength: MAX_UPLOAD_BYTES,
    description: 'The file, with a filename',
  };
  const schema = { type: 'object', properties: { file, options }, required: ['file'], additionalProperties: false };
  return {
    content: { 'multipart/form-data': { schema, encoding: { options: { contentType: 'application/json' } } } },
  };
}

const json = (schema: JsonSchema, example?: unknown) => ({ content: { 'application/json': { schema, example } } });

/** `getV1CrawlId` for GET /v1/crawl/:id. */
function nameOf({ method, path }: DescribedRoute): string {
  const words = path.replace(/[^a-z0-9]+(\w?)/gi, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words}`;
}

function parametersOf(route: DescribedRoute, operation: OperationSpec, components: SchemaComponents): Parameter[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: exampleId,
  }));
  const others = Object.entries(components.parametersOf(operation)).map(([name, { schema, required }]) => {
    const { description, examples, ...rest } = schema;
    const isHeader = operation.headers?.some((header) => header.name === name) ?? false;
    return {
      name,
      in: isHeader ? ('header' as const) : ('query' as const),
      required,
      description: description as string | undefined,
      schema: rest,
      example: (examples as unknown[] | undefined)?.[0],
    };
  });
  return [...inPath, ...others];
}
