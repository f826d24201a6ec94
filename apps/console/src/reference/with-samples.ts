import { codeOf, languages } from '../api/request-code';

interface Parameter {
  name: string;
  in: string;
  example?: unknown;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  [field: string]: unknown;
}

export interface ShownOpenApi {
  paths: Record<string, Record<string, Operation>>;
  [field: string]: unknown;
}

/** The document with a sample of each operation in each language, from the examples of its parameters and body. */
export function withSamples(document: ShownOpenApi, origin = location.origin): ShownOpenApi {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        const request = { origin, path: exampleTarget(path, operation), method: method.toUpperCase() };
        return [method, { ...operation, 'x-code-samples': samplesOf(operation, request) }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function samplesOf({ requestBody }: Operation, request: { origin: string; path: string; method: string }) {
  const json = requestBody?.content['application/json'];
  const isForm = requestBody !== undefined && json === undefined;
  const body = isForm ? { formats: ['markdown'] } : json?.example;
  return languages.map(({ id, label }) => ({
    lang: id === 'curl' ? 'bash' : id,
    label,
    source: codeOf(id, { ...request, body, ...(isForm ? { file: 'report.pdf' } : {}) }),
  }));
}

function exampleTarget(path: string, { parameters = [] }: Operation): string {
  const example = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const search = new URLSearchParams(query.map(({ name }) => [name, example(name)])).toString();
  return `${path.replace(/\{(\w+)\}/g, (_, name: string) => example(name))}${search === '' ? '' : `?${search}`}`;
}
