import { EventEmitter, once } from 'node:events';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { StoredLetters } from '../../test/stored-letters';
import { untilTrue } from '../../test/until-true';

interface Stage {
  gateway: TestGateway;
  admin: AdminCalls;
  broker: StoredLetters;
}

const stages: Stage[] = [];
afterEach(async () => {
  for (const { gateway } of stages.splice(0)) await gateway.close();
});

async function start(letters: number): Promise<Stage> {
  const broker = new StoredLetters(letters);
  const gateway = await startGateway({}, undefined, undefined, { broker });
  const stage = { gateway, broker, admin: await adminCalls(gateway) };
  stages.push(stage);
  return stage;
}

const replay = ({ admin }: Stage, body: object, signal?: AbortSignal) =>
  admin.call('/dead-letters/replay', { body, ...(signal === undefined ? {} : { signal }) });

async function auditedOffsets({ admin }: Stage): Promise<string[][]> {
  const { body } = await admin.call('/audit');
  const replays = body.entries.filter(({ action }: { action: string }) => action === 'dead-letters.replay');
  return replays.map(({ changes }: { changes: { offsets: { after: string[] } } }) => changes.offsets.after);
}

/** Holds replays before they publish `offset`, until `release` is called. */
function holdAt({ broker }: Stage, offset: string): { held: Promise<unknown>; release: () => void } {
  const events = new EventEmitter();
  const held = once(events, 'held');
  const released = once(events, 'released');
  broker.onPublish = (current) => {
    if (current !== offset) return;
    events.emit('held');
    return released;
  };
  return { held, release: () => void events.emit('released') };
}

describe('AdminDeadLettersController', () => {
  it('lists the oldest 100 dead letters with the first line of their errors', async () => {
    const { admin } = await start(101);
    const { body } = await admin.call('/dead-letters');
    expect(body.deadLetters).toHaveLength(100);
    expect(body.hasMore).toBe(true);
    expect(body.deadLetters[0]).toMatchObject({ offset: '0', error: 'Error: broken' });
  });

  it('replays one letter by its offset, and returns 404 for an offset without a letter', async () => {
    const stage = await start(3);
    expect((await replay(stage, { offset: '1' })).body).toEqual({ success: true, replayed: 1, refused: 0, next: null });
    expect((await replay(stage, { offset: '7' })).status).toBe(404);
    expect(await auditedOffsets(stage)).toEqual([['1']]);
  });

  it('replays up to 1,000 letters per request and returns the offset of the rest', async () => {
    const stage = await start(1001);
    const first = await replay(stage, { offset: 'all' });
    expect(first.body).toEqual({ success: true, replayed: 1000, refused: 0, next: '1000' });
    const rest = await replay(stage, { offset: 'all', from: first.body.next });
    expect(rest.body).toEqual({ success: true, replayed: 1, refused: 0, next: null });
  });

  it('rejects listings and replays with 409 while a replay runs', async () => {
    const stage = await start(2);
    const { held, release } = holdAt(stage, '1');
    const running = replay(stage, { offset: 'all' });
    await held;
    const busy = {
      status: 409,
      body: { error: 'Dead letters are being listed or replayed. Try again in some seconds' },
    };
    expect(await replay(stage, { offset: '0' })).toMatchObject(busy);
    expect(await stage.admin.call('/dead-letters')).toMatchObject(busy);
    release();
    expect((await running).body).toMatchObject({ replayed: 2 });
    expect((await stage.admin.call('/dead-letters')).status).toBe(200);
  });

  it('records the published letters in the audit log when the replay fails midway', async () => {
    const stage = await start(3);
    stage.broker.onPublish = (offset) => {
      if (offset === '2') throw new Error('broken');
    };
    expect((await replay(stage, { offset: 'all' })).status).toBe(500);
    expect(await auditedOffsets(stage)).toEqual([['0', '1']]);
  });

  it('ends a replay after the current letter when its caller disconnects, and records the published letters', async () => {
    const stage = await start(3);
    const caller = new AbortController();
    stage.broker.onPublish = async (offset, signal) => {
      if (offset !== '1') return;
      caller.abort();
      if (!signal!.aborted) await once(signal!, 'abort');
    };
    await expect(replay(stage, { offset: 'all' }, caller.signal)).rejects.toThrow();
    await untilTrue(async () => (await auditedOffsets(stage)).length > 0);
    expect(await auditedOffsets(stage)).toEqual([['0', '1']]);
  });

  it('ends a replay after 10 s and returns what is left; returns 503 after 20 s of silence and records late letters', async () => {
    const [slow, silent] = await Promise.all([start(3), start(3)]);
    slow.broker.onPublish = (offset, signal) => (offset === '1' ? once(signal!, 'abort') : undefined);
    const { release } = holdAt(silent, '1');
    const startedAt = performance.now();
    const [left, failed] = await Promise.all([slow, silent].map((stage) => replay(stage, { offset: 'all' })));
    expect(performance.now() - startedAt).toBeLessThan(28_000);
    expect(left!.body).toEqual({ success: true, replayed: 2, refused: 0, next: '2' });
    expect(failed).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(/^Kafka did not respond within 20 s/) },
    });
    release();
    await untilTrue(async () => (await auditedOffsets(silent)).length > 0);
    expect(await auditedOffsets(silent)).toEqual([['0', '1']]);
  }, 60_000);
});
