import { readFileSync } from 'node:fs';
import { type FixtureSite, startFixtureSite, startWebhookReceiver, type WebhookReceiver } from '@orbweaver/testing';
import { compileAgainst } from '../generated-client/generate-types';
import type { Called, TypedTarget } from '../generated-client/target';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

/** Without a language model, there are no extracts. */
const unextracted = (version: string): Called[] => [
  [`post /${version}/extract`, 400],
  [`get /${version}/extract/{id}`, 404],
  [`delete /${version}/extract/{id}`, 404],
];

describe('the client that openapi-typescript generates', () => {
  const system = System.shared();
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  let document: { paths: Record<string, object> };
  let client: Awaited<ReturnType<typeof compileAgainst>>;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 4 });
    receiver = await startWebhookReceiver();
    document = (await system.api().get('/openapi.json')).body;
    client = await compileAgainst(document, 'call-every-operation.ts');
  });
  afterAll(async () => {
    await receiver.close();
    await site.close();
  });

  it('calls every operation', async () => {
    const { callEveryOperation } = require(client.file) as {
      callEveryOperation: (target: TypedTarget) => Promise<Called[]>;
    };
    const key = await addTeam(system, [], undefined, 'team,admin');
    const target = { baseUrl: system.baseUrls[0]!, key, site: site.main, webhook: receiver.url };
    const called = await callEveryOperation(target);
    // The shared system has no language model and no search engine.
    expect(called.filter(([, status]) => status !== 200)).toEqual([
      ['post /v2/search', 400],
      ...unextracted('v2'),
      // The batch has no failed pages.
      ['post /v2/jobs/{id}/retry-failed', 409],
      // Accepted; the erasure follows.
      ['delete /v2/jobs/{id}/documents', 202],
      ['post /v2/crawl/params-preview', 400],
      ['post /v1/search', 400],
      ...unextracted('v1'),
      ['delete /admin/v1/jobs/{id}/documents', 202],
      // There is no Kafka.
      ['post /admin/v1/dead-letters/replay', 404],
    ]);
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect([...new Set(called.map(([operation]) => operation))].sort()).toEqual(documented.sort());
  });

  it('requires no field with a default and generates no numbered names', () => {
    const types = readFileSync(client.types, 'utf8');
    const [, request = ''] = /^ {8}V2ScrapeRequest: \{\n(.*?)^ {8}\};/ms.exec(types) ?? [];
    expect(request.match(/^ {12}\w+:/gm)).toEqual(['            url:']);
    expect(types.match(/\b\w*(?:Type|Item)\d+\b/g)).toBeNull();
  });
});
