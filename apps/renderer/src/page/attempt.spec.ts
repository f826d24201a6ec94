import type { PageFailureReason } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import type { PageRoute } from '../proxy/egress-route';
import { clearerFailure, firstAttempt, needsBrowser, nextAttempt } from './attempt';
import type { PageResult } from './page-result';

const route: PageRoute = { profile: 'plain', warnings: [] };
const crashed: PageResult = {
  kind: 'failed',
  engine: 'browser',
  failure: { reason: 'browser-crashed', message: 'none that starts' },
};
const branding = { type: 'branding' as const };
const screenshot = { type: 'screenshot' as const, fullPage: false };

describe('the plan for branding', () => {
  it('fetches a page with branding in the browser', () => {
    expect(firstAttempt(scrapeSpec({ formats: [branding] }), route).engine).toBe('browser');
  });

  it('returns a page without branding, with a warning, when no browser starts', () => {
    const spec = scrapeSpec({ formats: [branding] });
    expect(nextAttempt(spec, firstAttempt(spec, route), crashed)).toMatchObject({
      engine: 'http',
      warnings: [expect.stringContaining('No browser could show the page')],
    });
  });

  it('fails a page with branding and screenshot when no browser starts', () => {
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
])('decides whether %s needs a browser: %s', (selector, expected) => {
  expect(needsBrowser(scrapeSpec({ includeTags: [selector] }))).toBe(expected);
  expect(needsBrowser(scrapeSpec({ excludeTags: [selector] }))).toBe(false);
});

describe('the plan after a failed HTTP attempt', () => {
  const plain = firstAttempt(scrapeSpec(), route);
  const failing = (reason: PageFailureReason, code: string): PageResult => ({
    kind: 'failed',
    engine: 'http',
    failure: { reason, message: `A sentence: site.test: ${code}` },
  });

  it.each<[PageFailureReason, string]>([
    ['tls', 'ERR_SSL_PROTOCOL_ERROR'],
    ['bad-response', 'ERR_INVALID_HTTP_RESPONSE'],
    ['bad-response', 'ERR_HTTP2_PROTOCOL_ERROR'],
    ['bad-response', 'ERR_CONTENT_DECODING_FAILED'],
  ])('continues in the browser after %s, %s', (reason, code) => {
    const next = nextAttempt(scrapeSpec(), plain, failing(reason, code));
    expect(next).toMatchObject({ engine: 'browser', plainFailure: { reason } });
    // The plan ends when the browser fails too.
    expect(nextAttempt(scrapeSpec(), next!, crashed)).toBeUndefined();
  });

  it.each<[PageFailureReason, string]>([
    ['dns', 'ERR_NAME_NOT_RESOLVED'],
    ['refused', 'ERR_CONNECTION_REFUSED'],
    ['egress-denied', 'ERR_BLOCKED_BY_ADMINISTRATOR'],
    ['reset', 'ERR_CONNECTION_CLOSED'],
    ['timed-out', 'ERR_TIMED_OUT'],
    ['tls', 'ERR_CERT_DATE_INVALID'],
    ['bad-response', 'ERR_UNSAFE_REDIRECT'],
  ])('does not continue after %s, %s', (reason, code) => {
    expect(nextAttempt(scrapeSpec(), plain, failing(reason, code))).toBeUndefined();
  });

  it.each<[PageFailureReason, PageFailureReason]>([
    ['browser-crashed', 'tls'],
    ['timed-out', 'tls'],
    ['too-large', 'too-large'],
  ])('reports, after a browser failure %s, the failure %s', (reason, expected) => {
    const failure = { reason: 'tls' as const, message: 'x' };
    expect(clearerFailure(failure, { reason, message: 'y' }).reason).toBe(expected);
  });
});
