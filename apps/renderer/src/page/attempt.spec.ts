import { scrapeSpec } from '@orbweaver/testing';
import type { PageRoute } from '../proxy/egress-route';
import { firstAttempt, needsBrowser, nextAttempt } from './attempt';
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

it.each([
  ['iframe', true],
  ['#a > IFRAME:first-child', true],
  ['div[data-original-tag="iframe"]', true],
  ['.iframe', false],
  ['#iframe', false],
  ['iframe-box', false],
  ['my-iframe', false],
  ['p', false],
])('a page of which %s is asked for needs a browser: %s', (selector, expected) => {
  expect(needsBrowser(scrapeSpec({ includeTags: [selector] }))).toBe(expected);
  expect(needsBrowser(scrapeSpec({ excludeTags: [selector] }))).toBe(false);
});
