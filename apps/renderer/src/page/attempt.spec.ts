import { scrapeSpec } from '@orbweaver/testing';
import type { PageRoute } from '../proxy/egress-route';
import { firstAttempt, nextAttempt } from './attempt';
import type { PageResult } from './page-result';

const route: PageRoute = { profile: 'plain', warnings: [] };
const crashed: PageResult = {
  kind: 'failed',
  engine: 'browser',
  failure: { reason: 'browser-crashed', message: 'none that starts' },
};
const branding = { type: 'branding' as const };
const screenshot = { type: 'screenshot' as const, fullPage: false };

describe('a page whose branding is asked for', () => {
  it('is fetched in a browser', () => {
    expect(firstAttempt(scrapeSpec({ formats: [branding] }), route).engine).toBe('browser');
  });

  it('comes without one where there is none, with a warning', () => {
    const spec = scrapeSpec({ formats: [branding] });
    expect(nextAttempt(spec, firstAttempt(spec, route), crashed)).toMatchObject({
      engine: 'http',
      warnings: [expect.stringContaining('No browser could show the page')],
    });
  });

  it('fails where a picture is asked for as well', () => {
    const spec = scrapeSpec({ formats: [branding, screenshot] });
    expect(nextAttempt(spec, firstAttempt(spec, route), crashed)).toBeUndefined();
  });
});
