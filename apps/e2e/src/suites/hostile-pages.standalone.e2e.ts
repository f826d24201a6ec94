import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type FixtureSite,
  type HostilePage,
  type HostileSite,
  hostilePages,
  startFixtureSite,
  startHostileSite,
  startTripwire,
  type Tripwire,
  until,
} from '@orbweaver/testing';
import type { ApiClient } from '../harness/api-client';
import { type Outcome, patienceMs, scrapeFor } from '../harness/hostile-scrape';
import { limitConcurrency } from '../harness/limit-concurrency';
import { browsersOf, memoryOfTreeMb } from '../harness/process-tree';
import { addTeam } from '../harness/run-admin';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

const AT_ONCE = 6;
const TIMEOUT_MS = 4000;
/** For a page whose time ran out before it could do anything, or though it holds nobody up: once more, almost alone. */
const CALM_TIMEOUT_MS = 8_000;
/** For one that was not even asked for then, on a slow machine: nothing is known of it. */
const MORE_TURNS = 2;
const CALM_AT_ONCE = 2;
/** Between the end of the time and the answer; the machine is far overloaded meanwhile. */
const GRACE_MS = 20_000;
/** An ordinary page takes a tenth of a second, or one in a browser; here two cores are fought for by ten pages. */
const GOOD_WITHIN_MS = 60_000;
const ALIVE_WITHIN_MS = 10_000;
const ALL_WITHIN_MS = 360_000;
/** For what the system clears away when the pages are gone. */
const CALM_WITHIN_MS = 60_000;

/** Scrapes of a plain page by another team, and what those beside bombs may take: they share two cores with three readers. */
const SCRAPES = 15;
const TIMES = 3;
const SCRAPE_GRACE_MS = 500;

/** What an attack may leave: heaps that grew and are kept, and another browser than before. */
const MAX_LEFT_MB = 900;
const MAX_FILES_MB = 100;

/** The pages in an order that separates neighbours of the table, which use the same resources. */
const mixed = (pages: readonly HostilePage[]): HostilePage[] => {
  const stride = 37;
  return pages.map((_, index) => pages[(index * stride) % pages.length]).filter((page) => page !== undefined);
};

describe('while hostile pages are scraped', () => {
  let system: System;
  let api: ApiClient;
  let good: FixtureSite;
  let hostile: HostileSite;
  let secret: Tripwire;
  let temporary: string;
  let memoryBefore: number;
  const outcomes = new Map<string, Outcome>();
  const goodOutcomes: (Outcome & { body: object })[] = [];
  const beats: { ok: boolean; tookMs: number }[] = [];

  const pid = (): number => system.process('standalone').pid;
  const goodPages = (): { body: object; says: string }[] => [
    { body: { url: `${good.main}/plain` }, says: 'Words of Plain' },
    { body: { url: `${good.main}/scripted/late`, waitFor: 6000 }, says: 'Late words have come' },
    { body: { url: `${good.main}/papers/document.pdf` }, says: 'Words inside the portable document' },
    { body: { url: `${good.main}/plain`, formats: ['markdown', 'screenshot'] }, says: 'data:image/png' },
  ];

  beforeAll(async () => {
    const directory = makeDirectory();
    temporary = path.join(directory, 'temporary');
    mkdirSync(temporary);
    [good, secret] = [await startFixtureSite(), await startTripwire('127.0.0.2')];
    hostile = await startHostileSite({ pages: hostilePages, secret: secret.origin });
    system = await startStandalone(
      {
        EGRESS_ALLOW: '127.0.0.1/32',
        TMPDIR: temporary,
        // More than there are hostile pages at a time: the good ones are not to wait for them, but to go on beside them.
        RENDERER_BROWSER_SLOTS: String(AT_ONCE + 4),
      },
      directory,
    );
    api = system.api();
    for (const { body } of goodPages()) await scrapeFor(api, body);
    memoryBefore = memoryOfTreeMb(pid());
    await attack();
  }, ALL_WITHIN_MS);

  afterAll(async () => {
    await system?.stop();
    await Promise.all([good?.close(), hostile?.close(), secret?.close()]);
  });

  async function attack(): Promise<void> {
    let isOver = false;
    const untilOver = async (work: () => Promise<void>): Promise<void> => {
      while (!isOver) await work();
    };
    const limited = limitConcurrency(AT_ONCE);
    const attacks = mixed(hostilePages).map((page) =>
      limited(async () => {
        const body = { url: hostile.urlOf(page), timeout: TIMEOUT_MS, ...page.ask };
        outcomes.set(page.name, await scrapeFor(api, body));
      }),
    );
    const besides = [
      ...goodPages().map(({ body }) =>
        untilOver(async () => {
          goodOutcomes.push({ body, ...(await scrapeFor(api, { timeout: 90_000, ...body })) });
        }),
      ),
      untilOver(async () => {
        beats.push(await beat());
        await new Promise((resolve) => setTimeout(resolve, 500));
      }),
    ];
    await Promise.all(attacks).finally(() => {
      isOver = true;
    });
    await Promise.all(besides);
    const calm = limitConcurrency(CALM_AT_ONCE);
    const askCalmly = (pages: readonly HostilePage[]): Promise<unknown> =>
      Promise.all(
        pages.map((page) =>
          calm(async () => {
            const body = { url: hostile.urlOf(page), timeout: CALM_TIMEOUT_MS, ...page.ask };
            outcomes.set(page.name, await scrapeFor(api, body));
          }),
        ),
      );
    await askCalmly(hostilePages.filter(isUntold));
    for (let turn = 0; turn < MORE_TURNS; turn++) {
      await askCalmly(hostilePages.filter((page) => isUntold(page) && !hostile.served.has(page.name)));
    }
  }

  /** Beside the others a scrape may wait for its turn until its time is over. */
  function isUntold({ name, mayAnswer }: HostilePage): boolean {
    const answer = outcomes.get(name)?.answer;
    return answer === 'SCRAPE_TIMEOUT' && !(hostile.served.has(name) && mayAnswer.includes(answer));
  }

  async function beat(): Promise<{ ok: boolean; tookMs: number }> {
    const startedAt = performance.now();
    const { status } = await api.get('/health/live');
    return { ok: status === 200, tookMs: performance.now() - startedAt };
  }

  it('a hundred and more of them are there, each under a name of its own', () => {
    expect(hostilePages.length).toBeGreaterThan(100);
    expect(new Set(hostilePages.map(({ name }) => name)).size).toBe(hostilePages.length);
  });

  it.each(hostilePages.map((page) => [page.name, page.does, page] as const))(
    '%s, a page that %s, gets an answer of those that it may get, in time',
    (name, _, page) => {
      const outcome = outcomes.get(name);
      // Else the row would say nothing.
      expect(hostile.served.has(name)).toBe(true);
      expect(page.mayAnswer).toContain(outcome?.answer);
      expect(outcome?.tookMs).toBeLessThan(patienceMs(page, CALM_TIMEOUT_MS, GRACE_MS));
      // Neither a fault of ours nor what stands elsewhere on this machine.
      expect(outcome?.text).not.toMatch(/because of an internal error|root:x:0:0|Words that stand at 127\.0\.0\.2/);
    },
  );

  it('every good page is scraped as always', () => {
    const says = new Map(goodPages().map(({ body, says: text }) => [JSON.stringify(body), text]));
    expect(goodOutcomes.length).toBeGreaterThan(20);
    for (const { body, answer, text, tookMs } of goodOutcomes) {
      expect({ body, answer, text: text.slice(0, 500) }).toMatchObject({ answer: 'document' });
      expect(text).toContain(says.get(JSON.stringify(body)));
      expect(tookMs).toBeLessThan(GOOD_WITHIN_MS);
    }
  });

  it('the process is alive at every moment', () => {
    expect(beats.length).toBeGreaterThan(20);
    expect(beats.filter(({ ok, tookMs }) => !ok || tookMs > ALIVE_WITHIN_MS)).toEqual([]);
  });

  it('nobody comes where nobody may', () => {
    expect(secret.visits).toEqual([]);
  });

  it('nothing breaks that is ours', () => {
    const log = readFileSync(system.process('standalone').logFile, 'utf8').split('\n');
    const broken = /"event":"(?:process-failed|page-fault|page-lost|message-dead|drain-cut-off)"|"level":"fatal"/;
    expect(log.filter((line) => broken.test(line)).map((line) => line.slice(0, 500))).toEqual([]);
  });

  it('three bombs at a time of one team leave the scrapes of another as quick as they are alone', async () => {
    const other = system.api(await addTeam(system));
    const bombs = hostilePages.filter(({ name }) => /^pdf-bomb-nested$|^pdf-many-characters$|^xlsx-linked$/.test(name));
    expect(bombs).toHaveLength(3);
    const scrapeMs = async (): Promise<number> => {
      const { answer, tookMs } = await scrapeFor(other, { url: `${good.main}/plain`, maxAge: 0 });
      expect(answer).toBe('document');
      return tookMs;
    };
    const measure = async (): Promise<number> => {
      const times: number[] = [];
      while (times.length < SCRAPES) times.push(await scrapeMs());
      return times.sort((a, b) => a - b)[Math.floor(SCRAPES / 2)] ?? 0;
    };
    const aloneMs = await measure();
    const answered: { page: HostilePage; outcome: Outcome }[] = [];
    let isOver = false;
    const attacks = bombs.map(async (page) => {
      do {
        const outcome = await scrapeFor(api, { url: hostile.urlOf(page), timeout: TIMEOUT_MS, maxAge: 0 });
        answered.push({ page, outcome });
      } while (!isOver);
    });
    const besideMs = await measure().finally(() => {
      isOver = true;
    });
    await Promise.all(attacks);
    expect(besideMs).toBeLessThan(TIMES * aloneMs + SCRAPE_GRACE_MS);
    for (const { page, outcome } of answered) {
      expect(page.mayAnswer).toContain(outcome.answer);
      expect(outcome.tookMs).toBeLessThan(TIMEOUT_MS + GRACE_MS);
    }
  }, 120_000);

  it('and when they are gone, no browser is left but the one that waits', async () => {
    await until(
      'one browser',
      () => {
        const { browsers, processes } = browsersOf(pid());
        return browsers <= 1 && processes <= 10;
      },
      CALM_WITHIN_MS,
    );
  });

  it('and when they are gone, no file is left', async () => {
    await until('one folder of a browser', () => readdirSync(temporary).length <= 1, CALM_WITHIN_MS).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}: ${readdirSync(temporary).join(', ')}`);
      },
    );
    const files = filesUnder(system.directory);
    expect(files.filter((file) => /hostile/.test(path.basename(file)))).toEqual([]);
    const inTemporary = files.filter((file) => file.startsWith(temporary));
    expect(inTemporary.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(MAX_FILES_MB * 1024 * 1024);
    expect(readdirSync('/tmp').filter((file) => file.startsWith('hostile-climbing'))).toEqual([]);
  });

  it('and when they are gone, the memory is there again', async () => {
    let now = 0;
    await until(
      'memory',
      () => {
        now = memoryOfTreeMb(pid());
        return now < memoryBefore + MAX_LEFT_MB;
      },
      CALM_WITHIN_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${memoryBefore} MB before, ${now} MB now`);
    });
  });

  it('and when they are gone, pages take as long as before', async () => {
    for (const { body, says } of goodPages()) {
      const { answer, text, tookMs } = await scrapeFor(api, body);
      expect(answer).toBe('document');
      expect(text).toContain(says);
      expect(tookMs).toBeLessThan(20_000);
    }
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [file];
    try {
      return filesUnder(file);
    } catch {
      // Removed while it was looked at, or not ours to look at.
      return [];
    }
  });
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    // Removed meanwhile.
    return 0;
  }
}
