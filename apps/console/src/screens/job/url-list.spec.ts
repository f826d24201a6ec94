import type { JobUrl } from './load-urls';
import { UrlList } from './url-list';

const CHUNK = 10;

/** A job with URLs 0 to `known - 1`, of which the first `done` are done. */
function startJob(known: number) {
  const job = { known, done: 0, reads: [] as (number | undefined)[], filter: undefined as JobUrl['state'] | undefined };
  const list = new UrlList(async (after) => {
    job.reads.push(after);
    const all = Array.from({ length: job.known }, (_, n) => ({
      id: String(n),
      url: `https://site.example/${n}`,
      state: n < job.done ? ('done' as const) : ('queued' as const),
      depth: 1,
    }));
    const matching = all.filter(({ id, state }) => Number(id) > (after ?? -1) && state === (job.filter ?? state));
    const urls = matching.slice(0, CHUNK);
    return { urls, next: matching.length > CHUNK ? Number(urls.at(-1)!.id) : undefined };
  });
  const ids = () => list.rows.map(({ id }) => Number(id));
  return { job, list, ids };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('UrlList', () => {
  it('reads all URLs once, in order, and stops at the end', async () => {
    const { job, list, ids } = startJob(25);
    await Promise.all([list.more(), list.more(), list.more(), list.more()]);
    expect(ids()).toEqual(numbers(25));
    expect(job.reads).toEqual([undefined, 9, 19]);
  });

  it('reads only the chunks in view and the last one again', async () => {
    const { job, list } = startJob(100);
    for (let n = 0; n < 10; n += 1) await list.more();
    job.done = 100;
    job.reads = [];
    await list.refresh(28, 31);
    expect(job.reads).toEqual([19, 29, 89]);
    expect(list.rows.filter(({ state }) => state === 'done').map(({ id }) => Number(id))).toEqual([
      ...numbers(40).slice(20),
      ...numbers(100).slice(90),
    ]);
  });

  it('finds new URLs after the last ones', async () => {
    const { job, list, ids } = startJob(15);
    await list.more();
    await list.more();
    job.known = 32;
    await list.refresh(0, 5);
    expect(ids()).toEqual(numbers(20));
    await list.more();
    await list.more();
    expect(ids()).toEqual(numbers(32));
  });

  it('has no URL twice and misses none when rows enter a filtered list', async () => {
    const { job, list, ids } = startJob(60);
    Object.assign(job, { filter: 'queued', done: 0 });
    for (let n = 0; n < 6; n += 1) await list.more();
    job.done = 5;
    await list.refresh(0, 3);
    for (let n = 0; n < 6; n += 1) await list.more();
    expect(ids()).toEqual(numbers(60).slice(5));
  });

  it('continues after a failed reading', async () => {
    let fails = true;
    const list = new UrlList(async () => {
      if (fails) throw new Error('offline');
      return { urls: [], next: undefined };
    });
    await expect(list.more()).rejects.toThrow('offline');
    fails = false;
    await expect(list.more()).resolves.toBeUndefined();
  });
});
