import { type ModelProvider, startModelProvider } from '@orbweaver/testing';
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
  requestBody?: { content: { 'application/json': { example: unknown } } };
}

const operations = Object.entries(buildOpenApi(controllers).paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...(operation as Documented) })),
);

describe('the examples of the OpenAPI document', () => {
  let gateway: TestGateway;
  let provider: ModelProvider;
  beforeAll(async () => {
    provider = await startModelProvider();
    gateway = await startGateway({
      LLM_BASE_URL: provider.url,
      LLM_MODEL: 'small',
      WEBHOOK_SECRET: 'the secret of the examples',
    });
    await gateway.database.apiKey.updateMany({ data: { rights: ['team', 'admin'] } });
  });
  afterAll(async () => {
    await gateway.close();
    await provider.close();
  });

  it.each(operations)('$method $path is accepted', async ({ path, method, parameters, requestBody }) => {
    const options: CallOptions = {
      method: method.toUpperCase(),
      body: shorten(path, requestBody?.content['application/json'].example),
    };
    const { status, body } = await gateway.call(target(path, parameters), options);
    // The jobs and deliveries of the examples are unknown here, and no renderer fetches the page of a scrape.
    expect({ path, status, body, isTaken: [200, 404, 408].includes(status) }).toMatchObject({ isTaken: true });
  });
});

/** No renderer answers, so a scrape gets a short timeout. */
const shorten = (path: string, body: unknown) =>
  path.endsWith('/scrape') && isPage(body) ? { ...body, timeout: 300 } : body;

const isPage = (body: unknown): body is object => typeof body === 'object' && body !== null && 'url' in body;

function target(path: string, parameters: Parameter[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const { example } = parameters.find((parameter) => parameter.name === name) ?? {};
    return String(example);
  });
  const asked = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const missing = parameters.filter(({ required, example }) => required && example === undefined);
  if (missing.length > 0) throw new Error(`${path} asks for ${missing[0]?.name} and shows none`);
  const query = new URLSearchParams(Object.fromEntries(asked.map(({ name, example }) => [name, String(example)])));
  return `${filled}?${query}`;
}
