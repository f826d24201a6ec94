import * as v1 from '../v1/requests';
import * as v2 from '../v2/requests';
import { warnOfDroppedKeys } from './dropped-keys';

const url = 'https://example.com';
const click = { type: 'click', selector: 'a' };

describe('warnOfDroppedKeys', () => {
  it.each([
    ['a key of location', { location: { contry: 'DE' } }, 'location.contry. Did you mean location.country?'],
    ['a key of an action', { actions: [click, { ...click, al: true }] }, 'actions.1.al. Did you mean actions.1.all?'],
    [
      'a key of the format screenshot',
      { formats: ['markdown', { type: 'screenshot', fullpage: true }] },
      'formats.1.fullpage. Did you mean formats.1.fullPage?',
    ],
    ['a key of another action type', { actions: [{ ...click, milliseconds: 1 }] }, 'actions.0.milliseconds.'],
    [
      'two keys',
      { location: { contry: 'DE', langages: ['de'] } },
      'location.contry, location.langages. Did you mean location.country and location.languages?',
    ],
    [
      'a key of a viewport',
      { actions: [{ type: 'screenshot', viewport: { width: 1, height: 1, scale: 2 } }] },
      'actions.0.viewport.scale.',
    ],
    [
      'the first five of seven keys',
      { location: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, 1])) },
      'location.a, location.b, location.c, location.d, location.e and 2 more.',
    ],
    ['a truncated long key', { location: { ['x'.repeat(1000)]: 1 } }, `location.${'x'.repeat(51)}….`],
  ])('names %s', (_, options, named) => {
    const body = { url, ...options };
    expect(warnOfDroppedKeys(v2.ScrapeRequest, body, v2.ScrapeRequest.parse(body))).toBe(
      `Unknown keys were ignored: ${named}`,
    );
  });

  it('names unknown change tracking options of v1', () => {
    const body = { url, formats: ['markdown', 'changeTracking'], changeTrackingOptions: { mode: ['json'] } };
    expect(warnOfDroppedKeys(v1.ScrapeRequest, body, v1.ScrapeRequest.parse(body))).toMatch(
      /: changeTrackingOptions\.mode\. Did you mean changeTrackingOptions\.modes\?$/,
    );
  });

  it.each<[string, object]>([
    ['only a URL', {}],
    [
      'fields of client libraries',
      { origin: 'js-sdk@4', integration: 'n8n', fastMode: false, actions: {}, headers: {}, lockdown: null },
    ],
    ['normalised options', { actions: [{ type: 'scroll', selector: '' }], location: { country: 'de' } }],
    ['null values', { location: { country: 'DE', state: null } }],
    ['null values in formats', { formats: [{ type: 'json', prompt: 'x', schema: null, checkPromptInjection: null }] }],
    [
      "the caller's keys in headers and schemas",
      { headers: { 'X-Any': '1' }, formats: [{ type: 'json', schema: { type: 'object', any: { thing: 1 } } }] },
    ],
  ])('ignores %s', (_, options) => {
    const body = { url, ...options };
    expect(warnOfDroppedKeys(v2.ScrapeRequest, body, v2.ScrapeRequest.parse(body))).toBeUndefined();
  });
});
