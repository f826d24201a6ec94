import { refusalOf } from '../../test/refusal-of';
import { describeRoutes } from '../edge/describe-routes';
import { pageFailureAnswers, requestErrors } from '../errors/error-codes';
import { readWire } from '../errors/read-wire';
import { controllers } from '../gateway.module';
import { ScrapeRequest } from '../v2/requests';
import { buildOpenApi } from './build-open-api';
import { namedSchemas } from './named-schemas';
import { answerOf } from './schema-components';

const document = buildOpenApi(controllers);
const routes = describeRoutes(controllers);

type Properties = Record<string, { description?: string; default?: unknown; $ref?: string }>;
const propertiesOf = (schema: string) => document.components.schemas[schema]?.properties as Properties;

describe('the OpenAPI document', () => {
  it('has every route of the controllers except those marked as undocumented', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const described = routes.filter((route) => !route.operation?.isUndocumented);
    const served = described.map((route) => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(served.sort());
    expect(served).toContain('delete /v1/crawl/{id}/errors');
    const left = routes.filter((route) => !described.includes(route)).map(({ path }) => path);
    expect(left.filter((path) => !path.startsWith('/console')).sort()).toEqual([
      ...['/', '/docs', '/docs/*page', '/openapi.json', '/test'],
    ]);
  });

  it('lists scrape, map, batch and crawl of v2 first, v1 and operator routes last', () => {
    const paths = Object.keys(document.paths);
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as { tags: string[] }[]);
    const sections = [...new Set(operations.flatMap(({ tags }) => tags))];
    expect(sections).toEqual([
      'scrape',
      'map',
      'search',
      'batch',
      'crawl',
      'extract',
      'schedules',
      'webhooks',
      'team',
      'v1',
      'service',
      'admin',
    ]);
    expect(document.tags).toEqual(sections.map((name) => ({ name, description: expect.any(String) })));
    expect(paths[0]).toBe('/v2/scrape');
    expect(paths.indexOf('/v2/crawl')).toBeLessThan(paths.indexOf('/v2/crawl/{id}'));
    expect(paths.at(-1)).toMatch(/^\/admin\//);
  });

  it('has a unique id for every operation', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(Object.keys(namedSchemas).filter((name) => name.endsWith('Request')))(
    'describes every field of %s',
    (name) => {
      const undescribed = Object.entries(propertiesOf(name)).filter(
        ([, schema]) => schema.description === undefined && schema.$ref === undefined,
      );
      expect(undescribed).toEqual([]);
    },
  );

  it.each([
    ['V1ScrapeRequest', { maxAge: 0, timeout: 30_000, proxy: 'basic', skipTlsVerification: false, parsePDF: true }],
    [
      'V2ScrapeRequest',
      { maxAge: 172_800_000, timeout: 30_000, proxy: 'auto', skipTlsVerification: true, parsers: ['pdf'] },
    ],
    ['V1CrawlRequest', { limit: 10_000, maxDepth: 10, ignoreSitemap: false }],
    ['V2CrawlRequest', { limit: 10_000, sitemap: 'include', crawlEntireDomain: false }],
    ['V1BatchRequest', { ignoreInvalidURLs: false }],
    ['V2BatchRequest', { ignoreInvalidURLs: true }],
  ])('describes the defaults of %s in words, without the default keyword', (name, defaults) => {
    for (const [field, byDefault] of Object.entries(defaults)) {
      const schema = propertiesOf(name)[field];
      expect(schema?.description).toContain(`Default: \`${JSON.stringify(byDefault)}\``);
      expect(schema).not.toHaveProperty('default');
    }
  });

  it('names every object, and every alternative of a union', () => {
    const unnamed = Object.entries(document.components.schemas).flatMap(([name, schema]) => unnamedIn(schema, name));
    expect(unnamed).toEqual([]);
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => /\d$|Type\d|Item/.test(name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['Format', 'FormatName', 'MarkdownFormat', 'ScreenshotFormat', 'JsonFormat', 'ChangeTrackingFormat'],
        ...['WaitAction', 'ClickAction', 'ExecuteJavascriptAction', 'ScreenshotAction', 'V1ScreenshotAction'],
        ...['Webhook', 'WebhookOptions', 'Location', 'Parser', 'PdfParser', 'V2ScrapeOptions', 'V1ScrapeOptions'],
        ...['V2Document', 'DocumentMetadata', 'V2ScrapeAnswer', 'V2JobStatus', 'Failure', 'PageError', 'JsonSchema'],
      ]),
    );
  });

  it.each([
    ['V2ScrapeRequest', 'url', { minLength: 1 }],
    ['V1CrawlRequest', 'url', { minLength: 1 }],
    ['V2BatchRequest', 'urls', { items: expect.objectContaining({ minLength: 1 }) }],
    ['WebhookOptions', 'url', { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' }],
    ['Location', 'country', { pattern: '^(?:US-generic|[A-Za-z]{2})$' }],
    ['V2BatchRequest', 'appendToId', { format: 'uuid' }],
  ])('describes the limits of %s.%s', (name, field, keywords) => {
    expect(propertiesOf(name)[field]).toMatchObject(keywords);
  });

  it.each([
    ['/v2/crawl/{id}/urls', 'after', { minimum: 0, maximum: 2_147_483_647 }],
    ['/v2/crawl/{id}/urls', 'id', { format: 'uuid' }],
    ['/v2/crawl/{id}/explain', 'url', { minLength: 1 }],
    ['/v2/crawl/{id}/events', 'Last-Event-ID', { pattern: '^(?:\\d{1,9}|done)?$' }],
    ['/v2/webhooks/deliveries', 'jobId', { format: 'uuid' }],
    ['/v2/webhooks/deliveries', 'after', { pattern: expect.any(String) }],
  ])('describes the limits of %s, parameter %s', (path, name, keywords) => {
    const parameter = { name, schema: expect.objectContaining(keywords) };
    expect(document.paths[path]?.get).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining(parameter)]),
    });
  });

  it('has an example request and an example answer for every operation', () => {
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        const { requestBody, responses } = operation as {
          requestBody?: { content: Record<string, object> };
          responses: Record<200 | 202, { content: object } | undefined>;
        };
        const json = requestBody?.content['application/json'];
        if (json !== undefined) expect(json).toMatchObject({ example: expect.anything() });
        const success = responses[200] ?? responses[202];
        const [media] = Object.values(success!.content);
        expect(media).toMatchObject({ example: expect.anything() });
      }
    }
  });

  it('lists every error code of the service', () => {
    const { description } = document.info as { description: string };
    const codes = [...Object.keys(requestErrors), ...Object.values(pageFailureAnswers).map((answer) => answer.code)];
    for (const code of codes) expect(description).toContain(`| \`${code}\` |`);
    for (const title of ['The key', 'Errors', 'Paging', 'Webhooks', 'Streams', 'Limits']) {
      expect(description).toContain(`## ${title}\n`);
    }
  });

  it('shows an error exactly as the service returns it', () => {
    const { description } = document.info as { description: string };
    const [, shown = ''] = /^## Errors$[\s\S]*?^~~~json\n(.*)\n~~~$/m.exec(description) ?? [];
    const asked = { url: 'https://example.com', timeout: 900_000 };
    expect(refusalOf(() => readWire(ScrapeRequest, asked)).body).toMatchObject(JSON.parse(shown));
  });

  it('lists every possible error status once, in one sentence', () => {
    const { description } = document.info as { description: string };
    const rows = description.split('\n').filter((line) => /^\| \d{3} \|/.test(line));
    const declared = routes.flatMap(({ operation }) => Object.keys(operation?.errors ?? {}).map(Number));
    const errors = [...new Set([...declared, 401, 403, 405, 413])].filter((status) => status >= 400);
    expect(rows.map((row) => Number(row.slice(2, 5)))).toEqual(errors.sort((a, b) => a - b));
    for (const row of rows) expect(row.length).toBeLessThan(180);
  });

  it('lists every error code once', () => {
    const { description } = document.info as { description: string };
    const codes = description.match(/^\| `[A-Z_]+` \|/gm) ?? [];
    expect(codes.length).toBeGreaterThan(15);
    expect([...new Set(codes)]).toEqual(codes);
  });

  it('explains every error code in words', () => {
    const { description } = document.info as { description: string };
    const rows = [...description.matchAll(/^\| `([A-Z_]+)` \| [\d, ]+ \| (.*) \|$/gm)];
    const terse = rows.filter(([, , meaning = '']) => meaning.replace(/\(.*\)$/, '').length < 25);
    expect(rows.length).toBeGreaterThan(15);
    expect(terse.map(([, code]) => code)).toEqual([]);
    expect(description).not.toContain('The page failed: `');
  });

  it('describes 401 and 403 for every operation that needs a key', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as {
      security?: unknown[];
      responses: Record<string, { description: string }>;
    }[];
    for (const { security, responses } of operations) {
      expect([401, 403].filter((status) => status in responses)).toEqual(security === undefined ? [401, 403] : []);
      if (security === undefined) expect(responses[403]?.description).toContain('the team is disabled');
    }
  });

  it('marks extensions of the API', () => {
    const marked = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap((operation) =>
        (operation as Record<string, unknown>)['x-orbweaver-extension'] === true ? [path] : [],
      ),
    );
    expect(marked.sort()).toEqual([
      '/v2/batch/scrape/{id}/events',
      '/v2/batch/scrape/{id}/export',
      '/v2/batch/scrape/{id}/urls',
      '/v2/crawl/preview',
      '/v2/crawl/{id}/events',
      '/v2/crawl/{id}/explain',
      '/v2/crawl/{id}/export',
      '/v2/crawl/{id}/urls',
      '/v2/jobs',
      '/v2/jobs/{id}/documents',
      '/v2/jobs/{id}/erasure',
      '/v2/jobs/{id}/request',
      '/v2/jobs/{id}/retry',
      '/v2/jobs/{id}/retry-failed',
      '/v2/schedules',
      '/v2/schedules',
      '/v2/schedules/{id}',
      '/v2/schedules/{id}',
      '/v2/schedules/{id}',
      '/v2/schedules/{id}/run',
      '/v2/schedules/{id}/runs',
      '/v2/schedules/{id}/runs/{runId}',
      '/v2/team',
      '/v2/team/keys',
      '/v2/team/keys',
      '/v2/team/keys/{id}',
      '/v2/team/keys/{id}/rotate',
      '/v2/team/usage',
      '/v2/webhooks/deliveries',
      '/v2/webhooks/deliveries/redeliver',
      '/v2/webhooks/deliveries/{id}',
      '/v2/webhooks/deliveries/{id}/redeliver',
      '/v2/webhooks/secret',
      '/v2/webhooks/secret/rotate',
    ]);
    expect(document.paths['/v2/crawl/{id}/explain']?.get).toMatchObject({
      description: expect.stringContaining('Orbweaver extension'),
      parameters: [{ name: 'id' }, { name: 'url', in: 'query', required: true }],
    });
  });

  it('has examples that its schemas accept', () => {
    for (const route of routes) {
      for (const part of [route.operation?.body, answerOf(route)]) {
        if (part === undefined) continue;
        expect([route.name, part.schema.safeParse(part.example).error?.issues]).toEqual([route.name, undefined]);
      }
    }
  });

  it('has no dangling references', () => {
    const text = JSON.stringify(document);
    const targets = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(target) ?? [];
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });
});

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Paths of schemas for which a client generator would invent a name. */
function unnamedIn(schema: Schema, at: string): string[] {
  const isObject = (value: unknown) => isSchema(value) && 'properties' in value;
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  const fields = Object.entries(isSchema(properties) ? properties : {});
  const members = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  const numbered = members.filter((member) => isObject(member) || 'enum' in member);
  const named = [...fields.map(([, field]) => field), items, additionalProperties].filter(isObject);
  return [
    ...[...numbered, ...named].map(() => at),
    ...(isSchema(items) && 'enum' in items ? [at] : []),
    ...fields.flatMap(([name, field]) => (isSchema(field) ? unnamedIn(field, `${at}.${name}`) : [])),
    ...members.flatMap((member) => unnamedIn(member, at)),
    ...(isSchema(items) ? unnamedIn(items, `${at}[]`) : []),
  ];
}
