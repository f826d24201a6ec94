import { scrapeSpec } from '@orbweaver/testing';
import type { z } from 'zod';
import { refusalOf } from '../../test/refusal-of';
import { readWire } from '../errors/read-wire';
import { ScrapeRequest } from './requests';
import { toScrapeSpec } from './to-core';

const url = 'https://example.com';

const refusal = (schema: z.ZodType, body: unknown) => refusalOf(() => readWire(schema, body));

const wait = (milliseconds: number) => ({ type: 'wait', milliseconds });

describe('a v2 scrape', () => {
  it('requires only a URL', () => {
    expect(toScrapeSpec(readWire(ScrapeRequest, { url }))).toEqual(scrapeSpec({ maxAgeMs: 172_800_000 }));
  });

  it.each<[string, object, object]>([
    [
      'formats by name and as objects',
      { formats: ['html', { type: 'links' }] },
      { formats: [{ type: 'html' }, { type: 'links' }] },
    ],
    ['no formats', { formats: [] }, { formats: [] }],
    ['a format named twice as one', { formats: ['html', { type: 'html' }] }, { formats: [{ type: 'html' }] }],
    ['a screenshot by name', { formats: ['screenshot'] }, { formats: [{ type: 'screenshot', fullPage: false }] }],
    [
      'a screenshot with a viewport, without unknown keys',
      {
        formats: [{ type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 }, blur: 1 }],
      },
      { formats: [{ type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } }] },
    ],
    ['json without options', { formats: ['json'] }, { formats: [{ type: 'json' }] }],
    [
      'json with a schema',
      { formats: [{ type: 'json', schema: { type: 'object' }, prompt: 'the price' }] },
      { formats: [{ type: 'json', schema: { type: 'object' }, prompt: 'the price' }] },
    ],
    [
      'changeTracking together with markdown',
      { formats: ['markdown', 'changeTracking'] },
      { formats: [{ type: 'markdown' }, { type: 'changeTracking', modes: [], tag: null }] },
    ],
    ['no parsers', { parsers: [] }, { pdf: { parse: false } }],
    [
      'the object form of a parser',
      { parsers: [{ type: 'pdf', mode: 'fast', maxPages: 3 }] },
      { pdf: { parse: true, maxPages: 3, mode: 'fast' } },
    ],
    [
      'a country in lower case',
      { location: { country: 'de', languages: ['de-DE'] } },
      { location: { country: 'DE', languages: ['de-DE'] } },
    ],
    [
      'a location without unknown keys',
      { location: { city: 'X' } },
      { location: { country: 'US-generic', languages: [] } },
    ],
    ['enhanced as stealth', { proxy: 'enhanced' }, { proxy: 'stealth' }],
    [
      'headers, and does not cache the page',
      { headers: { cookie: 'a=b' } },
      { headers: { cookie: 'a=b' }, storeInCache: false },
    ],
    ['actions, and does not cache the page', { actions: [wait(1)] }, { actions: [wait(1)], storeInCache: false }],
    ['a wait of one minute without a timeout', { waitFor: 60_000 }, { waitForMs: 60_000 }],
    ['a wait of half the timeout', { waitFor: 5000, timeout: 10_000 }, { waitForMs: 5000, timeoutMs: 10_000 }],
    ['the longest timeout', { timeout: 300_000 }, { timeoutMs: 300_000 }],
    ['a longer default timeout for a language model', { formats: ['summary'] }, { timeoutMs: 60_000 }],
    ['an explicit timeout with a language model', { formats: ['json'], timeout: 30_000 }, { timeoutMs: 30_000 }],
    ['keys of client libraries', { fastMode: false, __experimental_omceDomain: 'x', useMock: 'y' }, {}],
    [
      'disabled switches',
      { zeroDataRetention: false, lockdown: false, redactPII: false, checkPromptInjection: false },
      {},
    ],
    ['an empty object as actions (n8n)', { actions: {} }, { actions: [] }],
    [
      'an empty selector for scrolling (n8n)',
      { actions: [{ type: 'scroll', direction: 'up', selector: '' }] },
      { actions: [{ type: 'scroll', direction: 'up' }] },
    ],
    [
      'a json format with nulls (Python client)',
      { formats: [{ type: 'json', prompt: 'the price', schema: null, checkPromptInjection: null }] },
      { formats: [{ type: 'json', prompt: 'the price' }] },
    ],
    ['origin and integration', { origin: 'js-sdk@4', integration: '_mine' }, {}],
    [
      'every type of action with its defaults',
      {
        actions: [
          { type: 'click', selector: '#a', extra: 1 },
          { type: 'write', text: 'x' },
          { type: 'press', key: 'Enter' },
          { type: 'scroll' },
          { type: 'screenshot', viewport: { width: 1, height: 1 } },
          { type: 'scrape' },
          { type: 'executeJavascript', script: '1' },
          { type: 'pdf' },
        ],
      },
      {
        actions: [
          { type: 'click', selector: '#a', all: false },
          { type: 'write', text: 'x' },
          { type: 'press', key: 'Enter' },
          { type: 'scroll', direction: 'down' },
          { type: 'screenshot', fullPage: false, viewport: { width: 1, height: 1 } },
          { type: 'scrape' },
          { type: 'executeJavascript', script: '1' },
          { type: 'pdf', landscape: false, scale: 1, format: 'Letter' },
        ],
        storeInCache: false,
      },
    ],
  ])('accepts %s', (_, body, expected) => {
    const spec = toScrapeSpec(readWire(ScrapeRequest, { url, ...body }));
    expect(spec).toMatchObject(expected);
    for (const [key, value] of Object.entries(expected)) expect(spec[key as keyof typeof spec]).toEqual(value);
  });

  it.each<[string, object]>([
    ['url: Must be ', { url: 1 }],
    ['foo: Unrecognized key', { foo: 1 }],
    ['parsePDF: Unrecognized key', { parsePDF: true }],
    ['jsonOptions: Unrecognized key', { jsonOptions: {} }],
    ['extract: Unrecognized key', { extract: {} }],
    ['agent: Unrecognized key', { agent: {} }],
    ['geolocation: Unrecognized key', { geolocation: {} }],
    ['onlyMainContent: Must be ', { onlyMainContent: null }],
    ['formats.0: Must be ', { formats: ['pdf'] }],
    ['formats.0.type: ', { formats: [{ type: 'pdf' }] }],
    ['formats.0: In v2, replace screenshot@fullPage by', { formats: ['screenshot@fullPage'] }],
    ['formats.0.systemPrompt: Unrecognized key', { formats: [{ type: 'json', systemPrompt: 'x' }] }],
    ['formats.0.x: Unrecognized key', { formats: [{ type: 'markdown', x: 1 }] }],
    ['formats.0.viewport.width: Must ', { formats: [{ type: 'screenshot', viewport: { width: 0, height: 1 } }] }],
    ['formats.0.viewport.width: Must ', { formats: [{ type: 'screenshot', viewport: { width: 7681, height: 1 } }] }],
    ['formats.0.viewport.height: Must be ', { formats: [{ type: 'screenshot', viewport: { width: 1, height: 1.5 } }] }],
    ['formats.0.viewport.width: Must be ', { formats: [{ type: 'screenshot', viewport: { width: '1', height: 1 } }] }],
    ['formats.0.quality: Must ', { formats: [{ type: 'screenshot', quality: 101 }] }],
    [
      'formats: You may only specify one screenshot',
      { formats: ['screenshot', { type: 'screenshot', fullPage: true }] },
    ],
    ['formats: The changeTracking format requires the markdown format', { formats: ['changeTracking'] }],
    ['parsers: Must be ', { parsers: { pdf: true } }],
    ['parsers.0: ', { parsers: ['docx'] }],
    ['parsers.0: ', { parsers: ['pdf:fast'] }],
    ['parsers.0.maxPages: Must ', { parsers: [{ type: 'pdf', maxPages: -1 }] }],
    ['parsers.0.maxPages: Must ', { parsers: [{ type: 'pdf', maxPages: 10_001 }] }],
    ['parsers.0.mode: Must be ', { parsers: [{ type: 'pdf', mode: 'best' }] }],
    ['timeout: Must ', { timeout: 300_001 }],
    ['timeout: Must ', { timeout: 0 }],
    ['waitFor: Must ', { waitFor: 60_001 }],
    ['waitFor: Must ', { waitFor: -1 }],
    ['waitFor: waitFor must not exceed half of timeout', { waitFor: 8000, timeout: 15_000 }],
    ['waitFor: waitFor must not exceed half of timeout', { waitFor: 15_000, timeout: 15_000 }],
    ['maxAge: Must ', { maxAge: -1 }],
    ['headers.a: Must be ', { headers: { a: 1 } }],
    ['headers.a b: Invalid header name', { headers: { 'a b': 'c' } }],
    ['headers.a: Invalid header value', { headers: { a: 'b\r\nc: d' } }],
    ['headers.a: Invalid header value', { headers: { a: '日本' } }],
    [
      'headers: Must have at most 100 keys, not 101',
      { headers: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '1'])) },
    ],
    [
      'formats.0.schema: Must have at most 1000 keys, not 1001',
      {
        formats: [{ type: 'json', schema: Object.fromEntries(Array.from({ length: 1001 }, (_, key) => [key, true])) }],
      },
    ],
    ['headers.cookie: Must have at most 65536 characters, not 70000', { headers: { cookie: 'x'.repeat(70_000) } }],
    ['location.country: Invalid country code', { location: { country: 'XX' } }],
    ['location.languages.0: Must be a language tag such as en-US', { location: { languages: ['en-US,en;q=0.9'] } }],
    [
      'location.languages.0: Must have at most 35 characters, not 38',
      { location: { languages: ['en-abcdefgh-abcdefgh-abcdefgh-abcdefgh'] } },
    ],
    ['location.languages: Must have at most 50 items, not 51', { location: { languages: Array(51).fill('en') } }],
    ['formats: Must have at most 100 items, not 101', { formats: Array(101).fill('markdown') }],
    ['parsers: Must have at most 20 items, not 21', { parsers: Array(21).fill('pdf') }],
    ['proxy: Must be ', { proxy: 'fast' }],
    ['integration: Invalid enum value', { integration: 'unknown' }],
    [
      'formats.0.checkPromptInjection: Checking for prompt injection is not available',
      { formats: [{ type: 'json', prompt: 'the price', checkPromptInjection: true }] },
    ],
    ['lockdown: Reading only from the cache is not available', { lockdown: true }],
    ['minAge: Reading only from the cache is not available', { minAge: 1 }],
    ["actions.0: Either 'milliseconds' or 'selector' must be provided, but not both.", { actions: [{ type: 'wait' }] }],
    [
      "actions.0: Either 'milliseconds' or 'selector' must be",
      { actions: [{ type: 'wait', milliseconds: 1, selector: 'a' }] },
    ],
    ['actions.0.type: ', { actions: [{ type: 'dance' }] }],
    ['actions.0.selector is required', { actions: [{ type: 'click' }] }],
    ['url is required', { url: undefined }],
    ['actions.0.direction: Must be ', { actions: [{ type: 'scroll', direction: 'left' }] }],
    ['actions: Number of actions cannot exceed 50', { actions: Array(51).fill({ type: 'scrape' }) }],
    [
      'actions: Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
      { actions: [wait(30_000), wait(30_001)] },
    ],
    ['actions: Total wait time (waitFor + wait actions)', { waitFor: 1, actions: [wait(60_000)] }],
    ['actions: Total wait time', { actions: [wait(59_001), { type: 'wait', selector: 'a' }] }],
  ])('is rejected with "%s"', (text, body) => {
    const error = refusal(ScrapeRequest, { url, ...body });
    expect(error.message).toContain(text);
    expect(error.body).toMatchObject({ success: false, code: 'BAD_REQUEST', details: expect.any(Array) });
  });

  it('lists unknown keys in details', () => {
    expect(refusal(ScrapeRequest, { url, foo: 1 }).body.details).toEqual([
      { code: 'unrecognized_keys', keys: ['foo'], path: [], message: expect.any(String) },
    ]);
  });

  it.each([
    ['formats', { formats: Array(20_000).fill({ type: 'x' }) }],
    ['unknown keys', Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`unknown-${key}`, 1]))],
    ['one long key', { ['x'.repeat(1_000_000)]: 1 }],
    ['headers', { headers: Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`${key}`, 1])) }],
    ['a long path', { headers: { ['x'.repeat(1_000_000)]: 1 } }],
  ])('is rejected with a bounded error for thousands of faults: %s', (_, body) => {
    const error = refusal(ScrapeRequest, { url, ...body });
    expect(JSON.stringify(error.body).length).toBeLessThan(100_000);
    expect(error.body).toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
    });
  });
});
