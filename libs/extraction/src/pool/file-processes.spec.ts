import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deflatedFourTimes, FOUR_TIMES_FLATE, pdfStream, until, makePdf as writePdf } from '@orbweaver/testing';
import { pdfOf, show } from '../../test/make-pdf';
import { captureOf, scrapeSpec } from '../../test/scrape-spec';
import { unpackBody } from '../packed-body';
import { ExtractionPool, type ExtractionPoolOptions } from './extraction-pool';
import { OutOfMemory } from './extraction-threads';
import { FileProcess } from './file-process';

// The processes run the built sources, so `tsc -b` comes first.

const MIB = 1024 * 1024;
const options = { wantsDocument: true, wantsOutlinks: true, detectShell: false, deadlineMs: 30_000 };
const pdf = () => captureOf(pdfOf({ pages: [show(72, 700, 12, 'Words of the file.')] }));
const page = () => captureOf('<h1>Hi</h1>');
const withContent = (content: Buffer) =>
  captureOf(
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      content,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
  );
const bomb = () => withContent(pdfStream(FOUR_TIMES_FLATE, deflatedFourTimes()));
/** Takes a process many seconds and some hundred MB. */
const endless = (words = 3_000_000) =>
  withContent(pdfStream('', Buffer.from(`BT /F 9 Tf ${'(word) Tj '.repeat(words)} ET`)));

let pool: ExtractionPool;
let service: ChildProcess | undefined;
function openPool(changes: Partial<ExtractionPoolOptions> = {}): ExtractionPool {
  pool = new ExtractionPool({ threads: 1, maxHeapMb: 512, ...changes });
  return pool;
}
afterEach(async () => {
  service?.kill('SIGKILL');
  await pool.close();
});

describe('file processes', () => {
  it('start with the first file and end when idle', async () => {
    openPool({ fileIdleMs: 100 });
    await pool.extract(page(), scrapeSpec(), options);
    await pool.extract(pdf(), scrapeSpec({ pdf: { parse: false } }), options);
    expect(pool.stats()).toMatchObject({ processes: 0, completed: 2 });
    const extraction = await pool.extract(pdf(), scrapeSpec(), { ...options, wantsBody: true });
    if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
    expect(JSON.parse(gunzipSync(extraction.content).toString())).toEqual({ markdown: 'Words of the file.' });
    expect((await unpackBody(extraction.body!, 100_000)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(pool.stats()).toMatchObject({ processes: 1, completed: 3 });
    await until('the end of the process', () => pool.stats().processes === 0 && ownChildren().length === 0);
  });

  it('reject decompression bombs without delaying pages or keeping memory', async () => {
    openPool({ fileIdleMs: 100, maxHeapMb: 256, maxFileMemoryMb: 384 });
    await pool.extract(page(), scrapeSpec(), options);
    const before = process.memoryUsage.rss();
    const bombs = [bomb(), bomb()].map((one) => pool.extract(one, scrapeSpec(), { ...options, deadlineMs: 120_000 }));
    expect((await pool.extract(page(), scrapeSpec(), options)).kind).toBe('document');
    expect(pool.stats().running).toBe(2);
    for (const extraction of await Promise.all(bombs)) {
      expect(extraction).toMatchObject({
        failure: { reason: 'too-large', message: expect.stringMatching(/MB of memory/) },
      });
    }
    await until('the end of the processes', () => ownChildren().length === 0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MIB);
  }, 180_000);

  it('end at the memory limit, and the next file gets another', async () => {
    openPool({ maxFileMemoryMb: 160 });
    expect(await pool.extract(endless(), scrapeSpec(), options)).toEqual({
      kind: 'failed',
      failure: { reason: 'too-large', message: 'The file could not be read in 160 MB of memory.' },
    });
    expect((await pool.extract(pdf(), scrapeSpec(), options)).kind).toBe('document');
    expect(pool.stats()).toMatchObject({ crashed: 1, running: 0 });
  });

  it('end at the memory limit even if the service is busy', async () => {
    openPool();
    // It starts with about 310 MB and would reach 410.
    const reader = new FileProcess({ maxHeapMb: 512, maxMemoryMb: 360 });
    let outlivesItsLimit = false;
    const beBusy = () => {
      const [pid] = ownChildren();
      const giveUpAt = Date.now() + 10_000;
      do outlivesItsLimit = pid !== undefined && isRunning(pid);
      while (outlivesItsLimit && Date.now() < giveUpAt);
    };
    const task = { capture: endless(8_000_000), spec: scrapeSpec(), options };
    await expect(reader.run(task, beBusy, new AbortController().signal)).rejects.toBeInstanceOf(OutOfMemory);
    expect(outlivesItsLimit).toBe(false);
  });

  it('are shared fairly among teams', async () => {
    openPool({ fileProcesses: 1 });
    const heavy = Array.from({ length: 3 }, () =>
      pool.extract(endless(), scrapeSpec(), { ...options, teamId: 'a', deadlineMs: 20_000 }),
    );
    expect((await pool.extract(pdf(), scrapeSpec(), { ...options, teamId: 'b' })).kind).toBe('document');
    expect(pool.stats()).toMatchObject({ running: 1, queued: 2 });
    await pool.close();
    for (const extraction of await Promise.all(heavy)) {
      expect(extraction).toMatchObject({ failure: { reason: 'cancelled' } });
    }
  });

  it('end when the caller cancels', async () => {
    openPool();
    const caller = new AbortController();
    const extraction = pool.extract(endless(), scrapeSpec(), { ...options, signal: caller.signal });
    await until('the process', () => ownChildren().length === 1);
    caller.abort();
    expect(await extraction).toMatchObject({ failure: { reason: 'cancelled' } });
    await until('the end of the processes', () => ownChildren().length === 0);
    expect(pool.stats()).toMatchObject({ running: 0, processes: 0 });
  });

  it('do not inherit the environment of the service', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'secret';
    openPool();
    await pool.extract(pdf(), scrapeSpec(), options);
    const [child] = ownChildren();
    expect(readFileSync(`/proc/${child}/environ`, 'utf8')).not.toContain('secret');
    const commandLine = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    const restrictions = commandLine.filter((argument) => argument.startsWith('--'));
    for (const path of [`/proc/${process.pid}/environ`, '/etc/passwd']) {
      const look = spawnSync(process.execPath, [...restrictions, '-p', `fs.readFileSync('${path}').length`]);
      expect([`${look.stdout}`, `${look.stderr}`]).toEqual(['', expect.stringContaining('ERR_ACCESS_DENIED')]);
    }
    delete process.env.SECRET_OF_THE_SERVICE;
  });

  it('end when the service is killed', async () => {
    openPool();
    const program = `
      const { ExtractionPool } = require(${JSON.stringify(join(__dirname, '../../dist'))});
      const pool = new ExtractionPool({ threads: 1, maxHeapMb: 512 });
      process.on('message', (task) => pool.extract(task.capture, task.spec, task.options));`;
    service = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    service.send({ capture: endless(), spec: scrapeSpec(), options });
    const reader = await until('the process', () => childrenOf(service!.pid!)[0]);
    await until('work', () => cpuTicksOf(reader) > 100, 60_000);
    service.kill('SIGKILL');
    await until('the end of the process', () => !isRunning(reader));
  });
});

/** Processes of suites that ran before. */
const strangers = new Set(childrenOf(process.pid));
const ownChildren = (): number[] => childrenOf(process.pid).filter((pid) => !strangers.has(pid));

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0 && statOf(id)?.parent === pid && isRunning(id));
}

function isRunning(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

function cpuTicksOf(pid: number): number {
  return statOf(pid)?.cpuTicks ?? 0;
}

function statOf(pid: number): { state: string; parent: number; cpuTicks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]), cpuTicks: Number(fields[11]) };
  } catch {
    // It has ended.
    return undefined;
  }
}
