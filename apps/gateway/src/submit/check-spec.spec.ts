import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import { refusalOf } from '../../test/refusal-of';
import { checkModelWork } from './check-spec';

const json: ScrapeSpec['formats'] = [{ type: 'json', prompt: 'the price' }];
const summary: ScrapeSpec['formats'] = [{ type: 'summary' }];
const markdown: ScrapeSpec['formats'] = [{ type: 'markdown' }];
const none = { hasModel: false, zeroDataRetention: false };
const hidden = { hasModel: true, zeroDataRetention: true };

describe('checkModelWork', () => {
  it.each([
    ['json', json, none, 'MODEL_NOT_CONFIGURED', /^The format json needs a language model, but none is configured/],
    [
      'json and summary',
      [...json, ...summary],
      none,
      'MODEL_NOT_CONFIGURED',
      /^The formats json and summary need a language model/,
    ],
    ['summary with zero data retention', summary, hidden, 'SCRAPE_ZDR_VIOLATION_ERROR', /^The format summary cannot /],
  ])('rejects a request for only %s if no model may be used', (_, formats, surroundings, code, message) => {
    const refused = refusalOf(() => checkModelWork(scrapeSpec({ formats }), surroundings));
    expect(refused).toMatchObject({ status: 400, extra: { code }, message: expect.stringMatching(message) });
  });

  it.each([
    ['other formats in addition', [...json, ...markdown], none],
    ['formats without a model', markdown, none],
    ['a configured model', json, { hasModel: true, zeroDataRetention: false }],
  ])('accepts %s', (_, formats, surroundings) => {
    expect(() => checkModelWork(scrapeSpec({ formats }), surroundings)).not.toThrow();
  });
});
