import { startCrawl } from '../../test/job-calls';
import { endJob } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { watch } from '../../test/watch';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ STREAMS_PER_TEAM: '3' });
});
afterAll(() => gateway.close());

const follow = (id: string) => watch(gateway, `/v2/crawl/${id}`, { key: gateway.key });

describe('STREAMS_PER_TEAM', () => {
  it('limits the open WebSockets and event streams of a team together', async () => {
    const id = await startCrawl(gateway);
    const leaving = new AbortController();
    const listen = (key = gateway.key, jobId = id) =>
      fetch(`${gateway.address}/v2/crawl/${jobId}/events`, {
        headers: { authorization: `Bearer ${key}` },
        signal: leaving.signal,
      });
    const watcher = follow(id);
    await untilTrue(() => watcher.frames.length > 0);
    expect([(await listen()).status, (await listen()).status]).toEqual([200, 200]);

    const refused = await listen();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toEqual({ success: false, error: expect.stringContaining('poll the status') });
    const late = await follow(id).closed;
    expect(late.code).toBe(1013);
    expect(JSON.parse(late.reason)).toEqual({ type: 'error', error: expect.stringContaining('poll the status') });
    expect((await gateway.call(`/v2/crawl/${id}`)).status).toBe(200);

    const { key } = await insertTeam(gateway.database);
    expect((await listen(key, await startCrawl(gateway, {}, { key }))).status).toBe(200);

    watcher.socket.close();
    await untilTrue(async () => (await listen()).status === 200);
    leaving.abort();
    await untilTrue(async () => {
      const again = follow(id);
      await Promise.race([again.closed, untilTrue(() => again.frames.length > 0)]);
      again.socket.close();
      return again.frames.length > 0;
    });
    await endJob(gateway.database, id, 'completed');
  });
});
