import * as v1 from '../v1/requests';
import * as v2 from '../v2/requests';
import { warnOfDroppedKeys } from './dropped-keys';

const url = 'https://example.com';
const click = { type: 'click', selector: 'a' };

describe('warnOfDroppedKeys', () => {
  it.each([
    ['the location', { location: { contry: 'DE' } }, 'location.contry. Did you mean location.country?'],
    ['an action', { actions: [click, { ...click, al: true }] }, 'actions.1.al. Did you mean actions.1.all?'],
    [
      'the format screenshot',
      { formats: ['markdown', { type: 'screenshot', fullpage: true }] },
      'formats.1.fullpage. Did you mean formats.1.fullPage?',
    ],
    ['a key of another action', { actions: [{ ...click, milliseconds: 1 }] }, 'actions.0.milliseconds.'],
    [
      'two at once',
      { location: { contry: 'DE', langages: ['de'] } },
      'location.contry, location.langages. Did you mean location.country and location.languages?',
    ],
    [
      'a viewport',
      { actions: [{ type: 'screenshot', viewport: { width: 1, height: 1, scale: 2 } }] },
      'actions.0.viewport.scale.',
    ],
    [
      'more places than are named',
      { location: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, 1])) },
      'location.a, location.b, location.c, location.d, location.e and 2 more.',
    ],
    ['a long name', { location: { ['x'.repeat(1000)]: 1 } }, `location.${'x'.repeat(51)}….`],
  ])('names %s', (_, options, named) => {
    const body = { url, ...options };
    expect(warnOfDroppedKeys(v2.ScrapeRequest, body, v2.ScrapeRequest.parse(body))).toBe(
      `Unknown keys, which were ignored: ${named}`,
    );
  });

  it('names the options of change tracking of v1', () => {
    const body = { url, formats: ['markdown', 'changeTracking'], changeTrackingOptions: { mode: ['json'] } };
    expect(warnOfDroppedKeys(v1.ScrapeRequest, body, v1.ScrapeRequest.parse(body))).toMatch(
      /: changeTrackingOptions\.mode\. Did you mean changeTrackingOptions\.modes\?$/,
    );
  });

  it.each<[string, object]>([
    ['nothing but the URL', {}],
    [
      'what clients send by habit',
      { origin: 'js-sdk@4', integration: 'n8n', fastMode: false, actions: {}, headers: {}, lockdown: null },
    ],
    [
      'options that are read otherwise than they are written',
      { actions: [{ type: 'scroll', selector: '' }], location: { country: 'de' } },
    ],
    ['null, known or unknown', { location: { country: 'DE', state: null } }],
    ['null as clients send it', { formats: [{ type: 'json', prompt: 'x', schema: null, checkPromptInjection: null }] }],
    [
      'keys of the caller',
      { headers: { 'X-Any': '1' }, formats: [{ type: 'json', schema: { type: 'object', any: { thing: 1 } } }] },
    ],
  ])('has nothing to say of %s', (_, options) => {
    const body = { url, ...options };
    expect(warnOfDroppedKeys(v2.ScrapeRequest, body, v2.ScrapeRequest.parse(body))).toBeUndefined();
  });
});
