import { Registry } from 'prom-client';
import { RefusedHosts } from './refused-hosts';
import { RefusedUrls } from './refused-urls';
import { TargetUrls } from './target-urls';

/** Almost the maximum of a request body. */
const MANY = 300_000;

function targetUrls(lists: { EGRESS_ALLOW?: string; EGRESS_DENY?: string } = {}): TargetUrls {
  const log = { info: () => undefined } as never;
  return new TargetUrls({ EGRESS_ALLOW: '', EGRESS_DENY: '', ...lists }, new RefusedHosts(new Registry(), log));
}

describe('rejected URLs', () => {
  it('counts all rejected URLs, but explains only those that are shown', () => {
    const refused = new RefusedUrls();
    const explained: string[] = [];
    for (let index = 0; index < MANY; index += 1) {
      refused.add(['urls', index], { explain: () => `Reason ${explained.push('given')}` });
    }
    expect(refused.toError().message).toMatch(/^300000 URLs are invalid, starting with: urls\.0: Reason 1\. /);
    expect(refused.toErrorOfAll().message).toMatch(
      /^urls: No valid URLs provided, all 300000 are invalid\. urls\.0: Reason 1\. /,
    );
    expect(refused.toWarning()).toMatch(/^300000 invalid URLs were ignored, see invalidURLs\. urls\.0: Reason 1\. /);
    expect(explained.length).toBeLessThan(100);
  });

  it('sorts out rejected URLs without blocking the event loop, even with 20,000 entries in EGRESS_DENY', async () => {
    const closed = Array.from({ length: 20_000 }, (_, index) => `fd00:${index.toString(16)}::/32`).join();
    const targets = targetUrls({ EGRESS_DENY: closed });
    const urls = Array.from({ length: 190 }, (_, index) => `http://[fd00:ffff::${index.toString(16)}]/`);
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    });
    const { invalid } = await targets.sort(urls);
    clearInterval(others);
    expect(invalid).toEqual(urls);
    expect(turns).toBeGreaterThan(2);
  });
});
