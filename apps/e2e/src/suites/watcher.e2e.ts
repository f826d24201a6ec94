import { type FixtureSite, startFixtureSite, treePath } from '@orbweaver/testing';
import WebSocket from 'ws';
import type { WireDocument } from '../harness/api-client';
import { requestJob, runJob, urlsOf } from '../harness/jobs';
import { BOOTSTRAP_KEY, System } from '../harness/system';

interface Frame {
  type: string;
  data: { status?: string; data?: WireDocument[] } & WireDocument;
}

interface Conversation {
  protocol: string;
  frames: Frame[];
  binaryFrames: number;
  code: number;
  reason: string;
}

describe('a watcher', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 13 });
  });
  afterEach(() => site.close());

  /** Listens until the server closes. */
  const listen = (path: string, protocols: string[], headers: Record<string, string> = {}): Promise<Conversation> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(api.nextBaseUrl().replace(/^http/, 'ws') + path, protocols, { headers });
      const frames: Frame[] = [];
      let protocol = '';
      let binaryFrames = 0;
      socket.on('open', () => {
        protocol = socket.protocol;
      });
      socket.on('message', (data, isBinary) => {
        if (isBinary) binaryFrames += 1;
        else frames.push(JSON.parse(data.toString()) as Frame);
      });
      socket.on('error', reject);
      socket.on('close', (code, reason) =>
        resolve({ protocol, frames, binaryFrames, code, reason: reason.toString() }),
      );
    });

  const documentsOf = ({ frames }: Conversation): WireDocument[] =>
    frames.flatMap((frame) => (frame.type === 'catchup' ? (frame.data.data ?? []) : [frame.data]));

  it.each(['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape'])(
    'receives every page of %s once, then the end',
    async (path) => {
      const urls = Array.from({ length: 13 }, (_, page) => site.main + treePath(page));
      const body = path.endsWith('crawl')
        ? { url: `${site.main}/tree/`, delay: 0.1, limit: 8 }
        : { urls, maxConcurrency: 1 };
      const id = await requestJob(api, path, body);
      const conversation = await listen(`${path}/${id}`, [BOOTSTRAP_KEY]);
      expect(conversation).toMatchObject({
        protocol: BOOTSTRAP_KEY,
        binaryFrames: 0,
        code: 1000,
        reason: '{"type":"done"}',
      });
      expect(conversation.frames[0]).toMatchObject({
        type: 'catchup',
        data: { success: true, status: expect.any(String), total: expect.any(Number), data: expect.any(Array) },
      });
      expect(new Set(conversation.frames.slice(1).map((frame) => frame.type))).toEqual(new Set(['document']));
      const heard = urlsOf(documentsOf(conversation));
      expect(new Set(heard).size).toBe(heard.length);
      expect(heard).toHaveLength(path.endsWith('crawl') ? 8 : 13);
    },
  );

  it('receives everything at once after the end', async () => {
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/` });
    const conversation = await listen(`/v2/crawl/${job.id}`, [BOOTSTRAP_KEY]);
    expect(conversation.frames).toHaveLength(1);
    expect(conversation.frames[0]).toMatchObject({ type: 'catchup', data: { status: 'completed', completed: 13 } });
    expect(documentsOf(conversation)).toEqual(job.documents);
    expect(conversation).toMatchObject({ code: 1000, reason: '{"type":"done"}' });
  });

  it('authenticates by header', async () => {
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/plain`, limit: 1 });
    const conversation = await listen(`/v2/crawl/${job.id}`, [], { authorization: `Bearer ${BOOTSTRAP_KEY}` });
    expect(conversation).toMatchObject({ protocol: '', code: 1000 });
    expect(conversation.frames).toHaveLength(1);
  });

  it('is closed without data for a wrong key', async () => {
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/plain`, limit: 1 });
    await expect(listen(`/v2/crawl/${job.id}`, ['wrong-key'])).rejects.toThrow('401');
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'invalidJobId'])(
    'receives an error for the unknown job %s',
    async (id) => {
      const conversation = await listen(`/v2/crawl/${id}`, [BOOTSTRAP_KEY]);
      expect(conversation.code).toBe(1008);
      expect(JSON.parse(conversation.reason)).toEqual({ type: 'error', error: 'Job not found' });
    },
  );
});
