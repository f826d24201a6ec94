import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fromBuffer } from 'yauzl';
import { startCrawl } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EXPORT_STALL_TIMEOUT: '2s', EXPORTS_PER_TEAM: '1' });
});
afterAll(() => gateway.close());

const lines = (text: string) => text.split('\n').slice(0, -1);
const parsed = (text: string) => lines(text).map((line) => JSON.parse(line));

async function crawlWith(count: number, markdown = 'page', options: object = {}): Promise<string> {
  const id = await startCrawl(gateway, options);
  const pages = Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/${index + 1}`,
    content: { markdown: `${markdown} ${index + 1}` },
  }));
  for (let from = 0; from < count; from += 100) await storePages(gateway.database, id, pages.slice(from, from + 100));
  return id;
}

/** Starts to read an export and stops. */
async function connectWithoutReading(id: string) {
  const { hostname, port } = new URL(gateway.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    `GET /v2/crawl/${id}/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nConnection: close\r\n\r\n`,
  );
  // The socket is paused: this receives a part of the response.
  await once(socket, 'readable');
  expect(String(socket.read(12))).toBe('HTTP/1.1 200');
  return socket;
}

/** Status of a small export: 429 while another export of the team runs. */
const statusOf = async (id: string) => (await gateway.call(`/v2/crawl/${id}/export?limit=1`)).status;

describe.each(['/v2/crawl', '/v2/batch/scrape'])('the export of %s', (path) => {
  it('returns one document per line, equal to those of the status response, in the same order', async () => {
    const id = await crawlWith(450, 'lines\nand – ü');
    await endJob(gateway.database, id, 'completed');
    const { status, headers, body } = await gateway.call(`${path}/${id}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="crawl-${id}.jsonl"`);
    expect(headers.get('x-orbweaver-job-status')).toBe('completed');
    expect(headers.get('x-orbweaver-documents')).toBe('450');
    const listed = await gateway.call(`${path}/${id}?limit=1000`);
    expect(parsed(body)).toEqual(listed.body.data);
  });
});

describe('an export', () => {
  it('resumes after the lines received, and is limited on request', async () => {
    const id = await crawlWith(250);
    const { body: all } = await gateway.call(`/v2/crawl/${id}/export`);
    for (const received of [0, 1, 199, 200, 249, 250, 300]) {
      const { status, body } = await gateway.call(`/v2/crawl/${id}/export?format=jsonl&skip=${received}`);
      expect([status, body]).toEqual([
        200,
        lines(all)
          .slice(received)
          .map((line) => `${line}\n`)
          .join(''),
      ]);
    }
    const part = await gateway.call(`/v2/crawl/${id}/export?skip=10&limit=5`);
    expect(parsed(part.body).map(({ markdown }) => markdown)).toEqual([11, 12, 13, 14, 15].map((n) => `page ${n}`));
    expect(part.headers.get('x-orbweaver-next-skip')).toBe('15');
  });

  it('contains the documents stored so far of a running job, and reports its status and the next skip', async () => {
    const id = await crawlWith(2);
    const first = await gateway.call(`/v2/crawl/${id}/export`);
    expect(first.headers.get('x-orbweaver-job-status')).toBe('scraping');
    expect(first.headers.get('x-orbweaver-next-skip')).toBe('2');
    expect(first.headers.get('access-control-expose-headers')).toContain('X-Orbweaver-Next-Skip');
    await storePages(gateway.database, id, [{ content: { markdown: 'later' } }]);
    const next = await gateway.call(`/v2/crawl/${id}/export?skip=2`);
    expect(parsed(next.body)).toMatchObject([{ markdown: 'later' }]);
  });

  it('is empty for a job without documents', async () => {
    const id = await startCrawl(gateway);
    expect(await gateway.call(`/v2/crawl/${id}/export`)).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    ['format=csv', 'format: Must be one of jsonl, zip or warc, not "csv"'],
    ['skip=-1', 'skip: Must be an integer from 0 to 2147483647, not "-1"'],
    ['limit=0', 'limit: Must be an integer from 1 to 2147483647, not "0"'],
    ['after=3', 'after: '],
    ['format=', 'format: Must not be empty'],
  ])('rejects the query %s', async (query, error) => {
    const id = await startCrawl(gateway);
    const { status, headers, body } = await gateway.call(`/v2/crawl/${id}/export?${query}`);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    expect(body.error).toContain(error);
  });

  it('returns 404 for unknown and expired jobs and those of other teams, and 401 without a key', async () => {
    const id = await crawlWith(1);
    const { key } = await insertTeam(gateway.database);
    const statusFor = async (jobId: string, of: string | null = gateway.key) =>
      (await gateway.call(`/v2/crawl/${jobId}/export`, { key: of })).status;
    expect(await statusFor(randomUUID())).toBe(404);
    expect(await statusFor('nonsense')).toBe(404);
    expect(await statusFor(id, key)).toBe(404);
    expect(await statusFor(id, null)).toBe(401);
    await endJob(gateway.database, id, 'completed');
    await gateway.database.job.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    expect(await statusFor(id)).toBe(404);
  });

  it('is rejected for a job with zero data retention', async () => {
    const id = await crawlWith(1, 'secret');
    await gateway.database.job.update({ where: { id }, data: { zeroDataRetention: true } });
    expect(await gateway.call(`/v2/crawl/${id}/export`)).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('zero data retention, so it cannot be exported') },
    });
    await gateway.database.job.update({ where: { id }, data: { erasedAt: new Date() } });
    expect((await gateway.call(`/v2/crawl/${id}/export`)).status).toBe(410);
  });

  it('closes the connection if documents are deleted during the export', async () => {
    const id = await crawlWith(450, 'x'.repeat(1000));
    await gateway.database.$executeRaw`DELETE FROM documents d USING pages p
      WHERE p.id = d.page_id AND p.job_id = ${id}::uuid AND p.ordinal = 300`;
    const outcome = await gateway.call(`/v2/crawl/${id}/export`).catch(() => 'closed');
    expect(outcome).toBe('closed');
    const gone = await gateway.call(`/v2/crawl/${id}/export?skip=299`);
    expect([gone.status, gone.body]).toEqual([404, { success: false, error: 'Job expired' }]);
  });
});

describe('an export with a slow reader', () => {
  /** More than the socket buffers of the operating system. */
  let large: string;
  let small: string;
  beforeAll(async () => {
    large = await crawlWith(600, 'x'.repeat(100_000));
    small = await crawlWith(1);
  });

  it('stops reading while the reader does not, rejects a second export, and disconnects after the stall time', async () => {
    const socket = await connectWithoutReading(large);
    await untilTrue(async () => (await statusOf(small)) === 429);
    expect(gateway.loggedErrors).toEqual([]);
    await untilTrue(async () => (await statusOf(small)) === 200);
    // The socket receives the end after the bytes that the operating system has buffered.
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(60_000_000);
  });

  it('ends when the reader disconnects', async () => {
    const socket = await connectWithoutReading(large);
    await untilTrue(async () => (await statusOf(small)) === 429);
    socket.destroy();
    await untilTrue(async () => (await statusOf(small)) === 200);
    expect(gateway.loggedErrors).toEqual([]);
  });
});

describe('an export as ZIP', () => {
  it('contains one markdown file per page and a manifest of all pages', async () => {
    const id = await startCrawl(gateway);
    await storePages(gateway.database, id, [
      { url: 'https://example.com/', content: { markdown: '# Start' }, metadata: { title: 'Start' } },
      { url: 'https://example.com/Docs', content: { markdown: 'ü – 語' } },
      { url: 'https://example.com/docs', content: { markdown: 'lower case' } },
      { url: 'https://example.com/a/..%2f..%2fb', content: { markdown: 'escape' } },
      { url: 'https://example.com/empty', content: { markdown: '' } },
      { url: 'https://example.com/links', content: { links: [] } },
    ]);
    const response = await fetch(`${gateway.address}/v2/crawl/${id}/export?format=zip`, {
      headers: { authorization: `Bearer ${gateway.key}` },
    });
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('.zip"');
    const entries = await unzip(Buffer.from(await response.arrayBuffer()));
    const manifest = parsed(entries.pop()![1]);
    expect(entries).toEqual([
      ['example.com/index.md', '# Start'],
      ['example.com/Docs.md', 'ü – 語'],
      ['example.com/docs-3.md', 'lower case'],
      ['example.com/a/___.._b.md', 'escape'],
      ['example.com/empty.md', ''],
    ]);
    expect(manifest.map(({ path, ordinal, url }) => [path, ordinal, url])).toEqual([
      ['example.com/index.md', 1, 'https://example.com/'],
      ['example.com/Docs.md', 2, 'https://example.com/Docs'],
      ['example.com/docs-3.md', 3, 'https://example.com/docs'],
      ['example.com/a/___.._b.md', 4, 'https://example.com/a/..%2f..%2fb'],
      ['example.com/empty.md', 5, 'https://example.com/empty'],
      [null, 6, 'https://example.com/links'],
    ]);
    expect(manifest[0]).toMatchObject({ title: 'Start', statusCode: 200, scrapeId: expect.any(String) });
  });

  it('is rejected for a job without markdown', async () => {
    const id = await startCrawl(gateway, { scrapeOptions: { formats: ['links'] } });
    expect(await gateway.call(`/v2/crawl/${id}/export?format=zip`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('do not include markdown') },
    });
  });
});

/** Path and text of every entry. yauzl rejects absolute paths and dot segments. */
function unzip(file: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const entries: [string, string][] = [];
    fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const chunks = await stream.toArray();
          entries.push([entry.fileName, Buffer.concat(chunks).toString()]);
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}
