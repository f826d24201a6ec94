import { type ModelProvider, type Searxng, startModelProvider, startSearxng } from '@orbweaver/testing';
import { type CallOptions, startGateway, type TestGateway } from '../../test/start-gateway';
import { controllers } from '../gateway.module';
import { buildOpenApi } from './build-open-api';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  example?: unknown;
}

interface Documented {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

const operations = Object.entries(buildOpenApi(controllers).paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...(operation as Documented) })),
);

describe('the examples of the OpenAPI document', () => {
  let gateway: TestGateway;
  let provider: ModelProvider;
  let searxng: Searxng;
  beforeAll(async () => {
    provider = await startModelProvider();
    searxng = await startSearxng();
    gateway = await startGateway({
      SEARCH_URL: searxng.url,
      LLM_BASE_URL: provider.url,
      LLM_MODEL: 'small',
      WEBHOOK_SECRET: 'the secret of the examples',
    });
    await gateway.database.apiKey.updateMany({ data: { rights: ['team', 'admin'] } });
  });
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await searxng.close();
  });

  it.each(operations)('accepts $method $path as documented', async ({ path, method, parameters, requestBody }) => {
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const options: CallOptions = {
      method: method.toUpperCase(),
      body: shorten(path, content?.example),
      ...(type === 'multipart/form-data' ? uploadOf() : {}),
    };
    const { status, body } = await gateway.call(target(path, parameters), options);
    // Jobs and deliveries of the examples do not exist (404), and scrapes and maps time out without an answer (408).
    expect({ path, status, body, isAccepted: [200, 404, 408].includes(status) }).toMatchObject({ isAccepted: true });
  });
});

/** No renderer or frontier answers, so scrapes and maps get a short timeout. */
const shorten = (path: string, body: unknown) =>
  /\/(?:scrape|map)$/.test(path) && isPage(body) ? { ...body, timeout: 300 } : body;

const isPage = (body: unknown): body is object => typeof body === 'object' && body !== null && 'url' in body;

function target(path: string, parameters: Parameter[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const { example } = parameters.find((parameter) => parameter.name === name) ?? {};
    return String(example);
  });
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const missing = parameters.filter(({ required, example }) => required && example === undefined);
  if (missing.length > 0) throw new Error(`${path} requires ${missing[0]?.name} but has no example for it`);
  const query = new URLSearchParams(
    Object.fromEntries(queryParameters.map(({ name, example }) => [name, String(example)])),
  );
  return `${filled}?${query}`;
}

/** The file of the example, which times out soon. */
function uploadOf(): Pick<CallOptions, 'body' | 'headers'> {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
  const body = `${part('"file"; filename="report.pdf"', '%PDF-1.7')}${part('"options"', '{"timeout": 100}')}--b--\r\n`;
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}
