import { createHmac } from 'node:crypto';
import path from 'node:path';
import { type FixtureSite, startFixtureSite, startWebhookReceiver, type WebhookReceiver } from '@orbweaver/testing';
import { PythonClient } from '../generated-client/generate-python-client';
import type { TypedTarget } from '../generated-client/target';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const PROGRAM = path.join(__dirname, '../generated-client/call_operations.py');

describe('the client that openapi-python-client generates without warnings', () => {
  const system = System.shared();
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  let document: { info: { description: string } };
  let client: PythonClient;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 4 });
    receiver = await startWebhookReceiver();
    document = (await system.api().get('/openapi.json')).body;
    client = await PythonClient.generate(document);
  });
  afterAll(async () => {
    client?.remove();
    await receiver.close();
    await site.close();
  });

  it('calls the main operations', async () => {
    const target: TypedTarget = {
      baseUrl: system.baseUrls[0]!,
      key: BOOTSTRAP_KEY,
      site: site.main,
      webhook: receiver.url,
    };
    const called = (await client.run(['-W', 'error', PROGRAM, JSON.stringify(target)])).trim().split('\n');
    expect(called.filter((line) => !line.endsWith(' 200'))).toEqual([]);
    expect(new Set(called).size).toBeGreaterThanOrEqual(15);
  });

  it('has no numbered models', () => {
    expect(client.models.length).toBeGreaterThan(80);
    expect(client.models.filter((name) => /_(?:type|item)(?:_?\d+)?$|_(?:type|item)_\d/.test(name))).toEqual([]);
  });

  it("accepts valid and rejects invalid signatures with the guide's check", async () => {
    const [, code] = /~~~python\n(.*?)~~~/s.exec(document.info.description) ?? [];
    const body = '{"type": "crawl.page"}';
    const signature = `sha256=${createHmac('sha256', 'a secret').update(body).digest('hex')}`;
    const tries = ['signature', 'signature[:-1]', 'None'].map(
      (given) => `is_from_orbweaver(body, ${given}, "a secret")`,
    );
    const values = `body, signature = ${JSON.stringify(body)}.encode(), ${JSON.stringify(signature)}`;
    expect(await client.run(['-c', `${code}\n${values}\nprint([${tries.join(', ')}])`])).toBe('[True, False, False]\n');
  });
});
