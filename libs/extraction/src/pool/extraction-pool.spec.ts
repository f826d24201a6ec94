import { gunzipSync } from 'node:zlib';
import { captureOf, scrapeSpec } from '../../test/scrape-spec';
import { unpackBody } from '../packed-body';
import { ExtractionPool } from './extraction-pool';

// The threads run the built sources, so `tsc -b` comes first.

const options = { wantsDocument: true, wantsOutlinks: true, detectShell: false, deadlineMs: 30_000 };
/** Takes a thread for many seconds, because every level of nesting copies the whole text. */
const endless = `${'<b><i><table><tr><td>'.repeat(200)}${'<em>x</em> <a href=/x><div>y</div></a>'.repeat(100_000)}`;

let pool: ExtractionPool;

function openPool(threads: number, maxHeapMb = 512): ExtractionPool {
  pool = new ExtractionPool({ threads, maxHeapMb });
  return pool;
}

afterEach(async () => {
  await pool.close();
});

describe('ExtractionPool', () => {
  it('makes documents in threads and transfers the body', async () => {
    const capture = captureOf('<h1>Hi</h1>');
    const extraction = await openPool(1).extract(capture, scrapeSpec(), options);
    if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
    expect(JSON.parse(gunzipSync(extraction.content).toString())).toEqual({ markdown: '# Hi' });
    expect(capture.body.byteLength).toBe(0);
    expect(pool.stats()).toMatchObject({ threads: 1, queued: 0, running: 0, completed: 1, killed: 0, crashed: 0 });
  });

  it('returns the packed body on request', async () => {
    const html = '<h1>Hi</h1>'.repeat(1000);
    const extraction = await openPool(1).extract(captureOf(html), scrapeSpec(), { ...options, wantsBody: true });
    if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
    expect((await unpackBody(extraction.body!, html.length)).toString()).toBe(html);
    expect(extraction.body!.byteLength).toBeLessThan(1000);
  });

  it('copies a body that shares a buffer', async () => {
    const shared = Buffer.from('<p>one</p><p>two</p>');
    const first = shared.subarray(0, 10);
    const extraction = await openPool(1).extract(captureOf(first), scrapeSpec(), options);
    expect(extraction.kind).toBe('document');
    expect(shared.toString()).toBe('<p>one</p><p>two</p>');
  });

  it('replaces a thread at the deadline', async () => {
    openPool(1);
    await pool.extract(captureOf('<p>warm</p>'), scrapeSpec(), options);
    const late = await pool.extract(captureOf(endless), scrapeSpec(), { ...options, deadlineMs: 400 });
    expect(late).toEqual({
      kind: 'failed',
      failure: { reason: 'conversion-failed', message: expect.stringContaining('400 ms') },
    });
    expect((await pool.extract(captureOf('<p>next</p>'), scrapeSpec(), options)).kind).toBe('document');
    expect(pool.stats()).toMatchObject({ running: 0, killed: 1 });
  });

  it('distinguishes waiting too long from running too long', async () => {
    openPool(1);
    await pool.extract(captureOf('<p>warm</p>'), scrapeSpec(), options);
    const [running, waiting] = await Promise.all([
      pool.extract(captureOf(endless), scrapeSpec(), { ...options, deadlineMs: 800 }),
      pool.extract(captureOf('<p>x</p>'), scrapeSpec(), { ...options, deadlineMs: 200 }),
    ]);
    expect(running).toMatchObject({ failure: { reason: 'conversion-failed' } });
    expect(waiting).toMatchObject({ failure: { reason: 'timed-out' } });
  });

  it('limits the time in a thread without the wait before it', async () => {
    openPool(1);
    await pool.extract(captureOf('<p>warm</p>'), scrapeSpec(), options);
    const [hostile, waiting] = await Promise.all([
      pool.extract(captureOf(endless), scrapeSpec(), { ...options, maxRunMs: 1000 }),
      pool.extract(captureOf('<p>x</p>'), scrapeSpec(), { ...options, maxRunMs: 1000 }),
    ]);
    expect(hostile).toMatchObject({ failure: { message: expect.stringContaining('1000 ms') } });
    expect(waiting.kind).toBe('document');
  });

  it('shares threads fairly among teams', async () => {
    openPool(1);
    const heavy = Array.from({ length: 3 }, () =>
      pool.extract(captureOf(endless), scrapeSpec(), { ...options, teamId: 'a', deadlineMs: 15_000 }),
    );
    const other = await pool.extract(captureOf('<p>x</p>'), scrapeSpec(), { ...options, teamId: 'b' });
    expect(other.kind).toBe('document');
    expect(pool.stats()).toMatchObject({ running: 1, queued: 2 });
    await pool.close();
    for (const page of await Promise.all(heavy)) expect(page).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  it('ends a thread when the caller cancels', async () => {
    openPool(1);
    const caller = new AbortController();
    const extraction = pool.extract(captureOf(endless), scrapeSpec(), { ...options, signal: caller.signal });
    caller.abort();
    expect(await extraction).toMatchObject({ failure: { reason: 'cancelled' } });
    const early = await pool.extract(captureOf('<p>x</p>'), scrapeSpec(), { ...options, signal: caller.signal });
    expect(early).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  it('survives a page that exceeds the heap', async () => {
    openPool(1, 24);
    const greedy = '<p class="x" id="y">a'.repeat(400_000);
    const extraction = await pool.extract(captureOf(greedy), scrapeSpec(), options);
    expect(extraction).toEqual({
      kind: 'failed',
      failure: { reason: 'conversion-failed', message: expect.stringContaining('24 MB') },
    });
    expect((await pool.extract(captureOf('<p>next</p>'), scrapeSpec(), options)).kind).toBe('document');
    expect(pool.stats().crashed).toBe(1);
  });

  it('cancels pages in progress on close', async () => {
    openPool(1);
    const extraction = pool.extract(captureOf(endless), scrapeSpec(), options);
    await pool.close();
    expect(await extraction).toMatchObject({ failure: { reason: 'cancelled' } });
  });
});
