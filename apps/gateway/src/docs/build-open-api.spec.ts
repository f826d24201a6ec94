import { controllers } from '../controllers';
import { buildOpenApi } from './build-open-api';
import { describeRoutes } from './describe-routes';
import { namedSchemas } from './named-schemas';

const document = buildOpenApi(controllers);
const routes = describeRoutes(controllers);

type Properties = Record<string, { description?: string; default?: unknown; $ref?: string }>;
const propertiesOf = (schema: string) => document.components.schemas[schema]?.properties as Properties;

describe('the OpenAPI document', () => {
  it('has every route of the controllers', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const served = routes.map((route) => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(served.sort());
    expect(served).toContain('delete /v1/crawl/{id}/errors');
  });

  it('names every operation differently', () => {
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
  ])('tells the defaults of %s', (name, defaults) => {
    const told = Object.fromEntries(Object.keys(defaults).map((field) => [field, propertiesOf(name)[field]?.default]));
    expect(told).toEqual(defaults);
  });

  it('marks what other services with this interface do not have', () => {
    const marked = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap((operation) =>
        (operation as Record<string, unknown>)['x-orbweaver-extension'] === true ? [path] : [],
      ),
    );
    expect(marked.sort()).toEqual([
      '/v2/batch/scrape/{id}/events',
      '/v2/batch/scrape/{id}/urls',
      '/v2/crawl/preview',
      '/v2/crawl/{id}/events',
      '/v2/crawl/{id}/explain',
      '/v2/crawl/{id}/urls',
      '/v2/webhooks/deliveries',
      '/v2/webhooks/deliveries/redeliver',
      '/v2/webhooks/deliveries/{id}',
      '/v2/webhooks/deliveries/{id}/redeliver',
    ]);
    expect(document.paths['/v2/crawl/{id}/explain']?.get).toMatchObject({
      description: expect.stringContaining('extension of Orbweaver'),
      parameters: [{ name: 'id' }, { name: 'url', in: 'query', required: true }],
    });
  });

  it('has examples that its schemas take', () => {
    for (const { name, operation } of routes) {
      for (const part of [operation?.body, operation?.answer]) {
        if (part === undefined) continue;
        expect([name, part.schema.safeParse(part.example).error?.issues]).toEqual([name, undefined]);
      }
    }
  });

  it('points to nothing that it does not have', () => {
    const text = JSON.stringify(document);
    const targets = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(target) ?? [];
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });
});
