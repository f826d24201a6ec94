import { inspect } from 'node:util';
import { runEphemeral } from '@orbweaver/messaging';
import { EventLog, lineFormat } from '@orbweaver/platform';
import { watchedLog } from '../../test/test-frontier';
import { RobotsCache } from './robots-cache';
import type { RobotsAnswer, RobotsPolicy, SiteSources } from './site-sources';

const SECOND = 1000;
const HOUR = 3_600_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const page = 'http://site.test/a';
const access = { skipTlsVerification: true };

const rulesOf = (allowed: boolean): RobotsPolicy => ({ isAllowed: () => allowed, sitemaps: [] });
const allowing: RobotsAnswer = { rules: rulesOf(true), isLasting: true };
const forbidding: RobotsAnswer = { rules: rulesOf(false), isLasting: true };
const silent: RobotsAnswer = { rules: undefined, isLasting: false };

function withRobots(robots: SiteSources['robots']): SiteSources {
  return {
    robots,
    sitemaps: () => {
      throw new Error('no sitemap is asked for');
    },
  };
}

/** A site with a settable response and clock. */
function robotsHarness(first: RobotsAnswer | 'broken') {
  let nowMs = start;
  const site = { answer: first, asked: 0 };
  const sources = withRobots(async () => {
    site.asked += 1;
    if (site.answer === 'broken') throw new Error('our own fault');
    return site.answer;
  });
  const cache = new RobotsCache(sources, () => new Date(nowMs), watchedLog);
  /** allowed, forbidden, or the seconds to wait. */
  const ask = async () => {
    const rules = await cache.rules(page, access);
    return 'until' in rules
      ? (rules.until.getTime() - nowMs) / SECOND
      : rules.isAllowed(page)
        ? 'allowed'
        : 'forbidden';
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { site, cache, ask, pass };
}

describe('RobotsCache', () => {
  it('fetches robots.txt once an hour, and once for concurrent callers', async () => {
    const { site, ask, pass } = robotsHarness(allowing);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['allowed', 'allowed', 'allowed']);
    pass(HOUR - 1);
    await ask();
    expect(site.asked).toBe(1);
    pass(1);
    await ask();
    expect(site.asked).toBe(2);
  });

  it('pauses for an unserved robots.txt, and then forbids the pages', async () => {
    const { site, ask, pass, cache } = robotsHarness(silent);
    const pauses: unknown[] = [];
    for (let answer = await ask(); typeof answer === 'number'; answer = await ask()) {
      pauses.push(answer);
      expect(cache.known(page, access)).toBeUndefined();
      pass(answer * SECOND);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 30]);
    expect(site.asked).toBe(6);
    expect(cache.known(page, access)?.isAllowed(page)).toBe(false);
    pass(59 * SECOND);
    expect(await ask()).toBe('forbidden');
    expect(site.asked).toBe(6);
    site.answer = allowing;
    pass(SECOND);
    expect(await ask()).toBe('allowed');
  });

  it('does not fetch again before a pause is over', async () => {
    const { site, ask, pass } = robotsHarness(silent);
    expect(await ask()).toBe(2);
    pass(SECOND);
    expect(await ask()).toBe(1);
    expect(site.asked).toBe(1);
  });

  it('uses old rules for up to a day while the file is not served', async () => {
    const { site, ask, pass } = robotsHarness(allowing);
    await ask();
    site.answer = silent;
    pass(HOUR);
    expect(await ask()).toBe('allowed');
    expect(await ask()).toBe('allowed');
    expect(site.asked).toBe(2);
    pass(23 * HOUR);
    expect(await ask()).toBe('forbidden');
  });

  it('returns stale rules while it fetches them again', async () => {
    const { site, cache, ask, pass } = robotsHarness(allowing);
    await ask();
    site.answer = forbidding;
    pass(HOUR);
    expect(cache.known(page, access)?.isAllowed(page)).toBe(true);
    expect(await ask()).toBe('forbidden');
    expect(site.asked).toBe(2);
    expect(cache.known(page, access)?.isAllowed(page)).toBe(false);
  });

  it('pauses when the fetch throws', async () => {
    expect(await robotsHarness('broken').ask()).toBe(2);
  });

  it('separates origins and user agents', async () => {
    const { site, cache } = robotsHarness(allowing);
    for (const url of [page, 'http://site.test/b', 'https://site.test/', 'http://site.test:8080/']) {
      await cache.rules(url, access);
      await cache.rules(url, { ...access, userAgent: 'MyBot' });
    }
    expect(site.asked).toBe(6);
  });

  it.each([
    ['all files of a typical size', 5000, 201],
    ['only the latest of the largest files', 500 * 1024, 202],
  ])('keeps %s in memory', async (_, characters, asked) => {
    const { site, cache } = robotsHarness({ rules: { ...rulesOf(true), characters }, isLasting: true });
    await cache.rules(page, access);
    for (let host = 0; host < 200; host += 1) await cache.rules(`http://${host}.test/`, access);
    await cache.rules('http://199.test/', access);
    await cache.rules(page, access);
    expect(site.asked).toBe(asked);
  });

  it('does not overwrite a newer response after an eviction', async () => {
    let answerLate: (answer: RobotsAnswer) => void = () => undefined;
    const answers = [new Promise<RobotsAnswer>((resolve) => (answerLate = resolve))];
    const sources = withRobots(async () => answers.shift() ?? forbidding);
    const cache = new RobotsCache(sources, () => new Date(start), watchedLog);
    const first = cache.rules(page, access);
    for (let host = 0; host < 5000; host += 1) await cache.rules(`http://${host}.test/`, access);
    await cache.rules(page, access);
    answerLate(allowing);
    await first;
    expect(cache.known(page, access)?.isAllowed(page)).toBe(false);
  });

  it('does not log the site of an ephemeral crawl', async () => {
    const lines: string[] = [];
    const note = (fields: Record<string, unknown>, event: string) =>
      lines.push(event, inspect(lineFormat.formatters.log(fields)));
    const log = new EventLog({ warn: note } as never);
    const cache = new RobotsCache(
      withRobots(() => Promise.reject(new TypeError('no site.test'))),
      () => new Date(start),
      log,
    );
    await runEphemeral(() => cache.rules(page, access));
    expect(lines.join()).toMatch(/robots-unread.*TypeError/s);
    expect(lines.join()).not.toContain('site.test');
  });
});
