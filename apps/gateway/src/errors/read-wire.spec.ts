import { refusalOf } from '../../test/refusal-of';
import { faults, places, type RequestPlace, SECRET, sentences } from '../../test/refused-requests';

const refusalIn = (place: RequestPlace, fields: object) => refusalOf(() => places[place](fields));

interface Detail {
  code: string;
  message: string;
  path: (string | number)[];
  keys?: string[];
}

describe('readWire', () => {
  it.each(sentences)('rejects %s with %j: "%s"', (place, fields, sentence) => {
    expect(refusalIn(place, fields).message).toBe(sentence);
  });

  it('names the field of each fault, without secrets and without messages of zod', () => {
    expect(faults.length).toBeGreaterThan(150);
    for (const [place, fields] of faults) {
      const { status, body: refused } = refusalIn(place, fields);
      const written = JSON.stringify(fields).slice(0, 200);
      const details = refused.details as Detail[];
      expect([written, status, refused.code, details.length > 0]).toEqual([written, 400, 'BAD_REQUEST', true]);
      for (const text of [refused.error, ...details.map(({ message }) => message)]) {
        expect(text.length).toBeLessThanOrEqual(300);
        expect(text).not.toMatch(
          /union|discriminator|expected|received|undefined|Invalid (?:input|option)|Too (?:big|small)/,
        );
        expect(text).not.toContain(SECRET);
        expect(text).not.toMatch(/\.\.|\. \.|\n/);
      }
      const [{ path, keys } = { path: [] }] = details;
      expect(refused.error).toContain([...path, ...(keys ?? []).slice(0, 1)].join('.').slice(0, 40));
    }
  });

  it('lists all faults in details', () => {
    const { message, body: refused } = refusalIn('v2 scrape', {
      timeout: 'x',
      formats: [{ type: 'screenshot', quality: 0, viewport: { width: 1.5, height: 1 } }, 'menu', null],
      foo: 1,
    });
    expect((refused.details as Detail[]).map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['too_small', 'formats.0.quality'],
      ['invalid_type', 'formats.0.viewport.width'],
      ['invalid_value', 'formats.1'],
      ['custom', 'formats.2'],
      ['invalid_type', 'timeout'],
      ['unrecognized_keys', ''],
    ]);
    expect(message).toMatch(/^formats\.0\.quality: .*\. formats\.0\.viewport\.width: .* \(4 more in details\)$/);
  });
});

describe('a field of an unavailable feature', () => {
  it.each<object>([
    { threatProtection: { mode: 'off' } },
    { threatProtection: {} },
    { threatProtection: null },
    { lockdown: false },
    { lockdown: null },
    { minAge: null },
    { minAge: false, profile: false },
    { redactPII: false },
    { redactPII: null },
    { checkPromptInjection: null },
    { onlyCleanContent: false },
    { profile: null },
    { auditMetadata: null },
    { domainTools: false, toolDetail: null },
    { formats: [{ type: 'json', prompt: 'x', checkPromptInjection: false }] },
    { parsers: [{ type: 'pdf', pages: false, blocks: null }] },
  ])('is accepted by v2 if it is switched off: %j', (fields) => {
    for (const place of ['v2 scrape', 'v2 batch'] as const) expect(places[place](fields)).toBeDefined();
    expect(places['v2 crawl']({ scrapeOptions: fields })).toBeDefined();
  });

  it.each<[RequestPlace, object]>([
    ['v1 scrape', { agent: null }],
    ['v1 scrape', { formats: ['json'], jsonOptions: { prompt: 'x', agent: null } }],
    ['v2 crawl', { prompt: null }],
    ['v2 crawl', { prompt: ' ' }],
  ])('is accepted by %s if it is null or blank: %j', (place, fields) => {
    expect(places[place](fields)).toBeDefined();
  });
});
