import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import { refusalOf } from '../../test/refusal-of';
import { checkModelWork } from './check-spec';

const json: ScrapeSpec['formats'] = [{ type: 'json', prompt: 'the price' }];
const summary: ScrapeSpec['formats'] = [{ type: 'summary' }];
const markdown: ScrapeSpec['formats'] = [{ type: 'markdown' }];
const none = { hasModel: false, zeroDataRetention: false };
const hidden = { hasModel: true, zeroDataRetention: true };

describe('work for a language model', () => {
  it.each([
    ['json', json, none, 'MODEL_NOT_CONFIGURED', /^The format json needs a language model, and the operator /],
    [
      'json and summary',
      [...json, ...summary],
      none,
      'MODEL_NOT_CONFIGURED',
      /^The formats json and summary need a language model/,
    ],
    ['summary with zero data retention', summary, hidden, 'SCRAPE_ZDR_VIOLATION_ERROR', /^The format summary cannot /],
  ])('is refused where nothing else is asked for: %s', (_, formats, surroundings, code, message) => {
    const refused = refusalOf(() => checkModelWork(scrapeSpec({ formats }), surroundings));
    expect(refused).toMatchObject({ status: 400, extra: { code }, message: expect.stringMatching(message) });
  });

  it.each([
    ['beside other formats', [...json, ...markdown], none],
    ['that is none', markdown, none],
    ['where there is a model', json, { hasModel: true, zeroDataRetention: false }],
  ])('is taken %s', (_, formats, surroundings) => {
    expect(() => checkModelWork(scrapeSpec({ formats }), surroundings)).not.toThrow();
  });
});
