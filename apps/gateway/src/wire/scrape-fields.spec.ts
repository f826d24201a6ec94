import { everywhere, judgeRequest, optionPlaces } from '../../test/wire-places';

const accepted = everywhere(optionPlaces, undefined);
const rejected = (text: string) => everywhere(optionPlaces, expect.stringContaining(text));

const switches = [
  'onlyMainContent',
  'mobile',
  'skipTlsVerification',
  'removeBase64Images',
  'blockAds',
  'storeInCache',
  'fastMode',
];
const milliseconds = ['waitFor', 'timeout', 'maxAge'];
const selectors = ['includeTags', 'excludeTags'];

describe('scrape options in every request', () => {
  it.each<object>([
    ...switches.flatMap((field) => [{ [field]: true }, { [field]: false }]),
    { waitFor: 0 },
    { waitFor: 15_000 },
    { waitFor: 60_000, timeout: 120_000 },
    { waitFor: 5000, timeout: 15_000 },
    { timeout: 1 },
    { timeout: 300_000 },
    { maxAge: 0 },
    { maxAge: 172_800_000 },
    { includeTags: [] },
    { includeTags: ['#main', 'article > p'], excludeTags: ['.ad', '*banner*', 'iframe'] },
    { headers: {} },
    { headers: { 'User-Agent': 'x', Cookie: 'a=b; c=d' } },
    { location: {} },
    { location: { country: 'US-generic' } },
    { location: { country: 'gb', languages: ['en-GB', 'fr', 'zh-Hant-TW'] } },
    ...['basic', 'stealth', 'auto', 'enhanced'].map((proxy) => ({ proxy })),
    { formats: [] },
    { formats: ['markdown', 'html', 'rawHtml', 'links', 'screenshot'] },
    { formats: ['markdown', 'markdown'] },
    { formats: ['summary', 'branding'] },
    { formats: ['changeTracking', 'markdown'] },
    { useMock: 'none', __experimental_omce: true, __experimental_omceDomain: 'x', __searchPreviewToken: 'y' },
  ])('accepts the scrape options %j', (fields) => {
    expect(judgeRequest(optionPlaces, fields)).toEqual(accepted);
  });

  it.each<[object, string]>([
    ...switches.flatMap((field) =>
      ['true', 1, null, []].map((value): [object, string] => [{ [field]: value }, `${field}: Must be `]),
    ),
    ...milliseconds.flatMap((field) => [
      ...['1000', 1.5, null, [1]].map((value): [object, string] => [{ [field]: value }, `${field}: Must be `]),
      [{ [field]: -1 }, `${field}: Must `] as [object, string],
    ]),
    ...selectors.flatMap((field) => [
      ...['p', null, {}].map((value): [object, string] => [{ [field]: value }, `${field}: Must be `]),
      [{ [field]: [1] }, `${field}.0: Must be `] as [object, string],
    ]),
    [{ timeout: 0 }, 'timeout: Must '],
    [{ timeout: 300_001 }, 'timeout: Must '],
    [{ waitFor: 60_001, timeout: 300_000 }, 'waitFor: Must '],
    [{ waitFor: 8000, timeout: 15_000 }, 'waitFor: waitFor must not exceed half of timeout'],
    [{ waitFor: 15_000, timeout: 15_000 }, 'waitFor: waitFor must not exceed half of timeout'],
    [{ waitFor: 20_000, timeout: 15_000 }, 'waitFor: waitFor must not exceed half of timeout'],
    [{ headers: [] }, 'headers: Must be '],
    [{ headers: 'a: b' }, 'headers: Must be '],
    [{ headers: { a: null } }, 'headers.a: Must be '],
    [{ headers: { a: ['b'] } }, 'headers.a: Must be '],
    [{ headers: { '': 'b' } }, 'Invalid header name'],
    [{ location: 'US' }, 'location: Must be '],
    [{ location: null }, 'location: Must be '],
    [{ location: { country: 'USA' } }, 'location.country: Invalid country code'],
    [{ location: { country: '' } }, 'location.country: Invalid country code'],
    [{ location: { country: 1 } }, 'location.country: Must be '],
    [{ location: { languages: 'en' } }, 'location.languages: Must be '],
    [{ location: { languages: [''] } }, 'location.languages.0: Must be a language tag such as en-US'],
    [{ proxy: 'residential' }, 'proxy: Must be '],
    [{ proxy: null }, 'proxy: Must be '],
    [{ formats: 'markdown' }, 'formats: Must be '],
    [{ formats: null }, 'formats: Must be '],
    [{ formats: ['content'] }, 'formats.0: Must be '],
    [{ formats: [null] }, 'formats.0: '],
    [{ formats: ['changeTracking'] }, 'The changeTracking format requires the markdown format to be specified as well'],
    [{ onlyMainContents: true }, 'onlyMainContents: Unrecognized key'],
    [{ pageOptions: {} }, 'pageOptions: Unrecognized key'],
    [{ extractorOptions: {}, crawlerOptions: {} }, 'Unrecognized key'],
  ])('rejects the scrape options %j with "%s"', (fields, text) => {
    expect(judgeRequest(optionPlaces, fields)).toEqual(rejected(text));
  });
});

describe('v2 formats in every request', () => {
  const places = optionPlaces.filter(({ name }) => name.startsWith('v2'));

  it.each<unknown>([
    ...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'screenshot', 'json'],
    ...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'json'].map((type) => ({ type })),
    { type: 'screenshot', fullPage: true },
    { type: 'screenshot', quality: 1 },
    { type: 'screenshot', quality: 100, viewport: { width: 1, height: 1 } },
    { type: 'screenshot', viewport: { width: 7680, height: 4320 } },
    { type: 'json', schema: {}, prompt: '' },
    { type: 'json', prompt: 'x'.repeat(10_000) },
    { type: 'attributes', selectors: [{ selector: 'a.more', attribute: 'data-id' }] },
  ])('accepts the v2 formats %j', (format) => {
    expect(judgeRequest(places, { formats: [format] })).toEqual(everywhere(places, undefined));
  });

  it.each<unknown>([
    { modes: ['json', 'git-diff'], schema: {}, prompt: 'x', tag: 'main' },
    { modes: [], tag: null },
  ])('accepts change tracking with %j', (options) => {
    const formats = ['markdown', { type: 'changeTracking', ...(options as object) }];
    expect(judgeRequest(places, { formats })).toEqual(everywhere(places, undefined));
  });

  it.each<[unknown, string]>([
    [{ type: 'screenshot@fullPage' }, 'formats.0.type: '],
    [{ type: 'extract' }, 'formats.0.type: '],
    [{}, 'formats.0'],
    ['attributes', 'formats.0: attributes needs an object'],
    [{ type: 'attributes' }, 'formats.0.selectors is required'],
    [{ type: 'attributes', selectors: [] }, 'formats.0.selectors: Must '],
    [{ type: 'attributes', selectors: ['a'] }, 'formats.0.selectors.0: Must be '],
    [{ type: 'attributes', selectors: [{ selector: 'a' }] }, 'formats.0.selectors.0.attribute is required'],
    [{ type: 'attributes', selectors: [{ selector: '', attribute: 'b' }] }, 'formats.0.selectors.0.selector: Must '],
    [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'b', c: 1 }] }, 'formats.0.selectors.0.c: Unrecog'],
    [
      { type: 'attributes', selectors: Array(101).fill({ selector: 'a', attribute: 'b' }) },
      'formats.0.selectors: Must have at most 100 items',
    ],
    [{ type: 'json', prompt: 'x'.repeat(10_001) }, 'formats.0.prompt: Must have at most 10000 characters'],
    [{ type: 'json', schema: 'x' }, 'formats.0.schema: Must be '],
    [{ type: 'json', temperature: 1 }, 'formats.0.temperature: Unrecognized key'],
    [{ type: 'html', onlyMainContent: true }, 'formats.0.onlyMainContent: Unrecognized key'],
    [{ type: 'screenshot', fullPage: 'yes' }, 'formats.0.fullPage: Must be '],
    [{ type: 'screenshot', quality: 0 }, 'formats.0.quality: Must '],
    [{ type: 'screenshot', quality: '80' }, 'formats.0.quality: Must be '],
    [{ type: 'screenshot', viewport: { width: 800 } }, 'formats.0.viewport.height is required'],
    [{ type: 'screenshot', viewport: { width: 800, height: -600 } }, 'formats.0.viewport.height: Must '],
    [{ type: 'screenshot', viewport: { width: 800, height: 4321 } }, 'formats.0.viewport.height: Must '],
    [{ type: 'screenshot', viewport: { width: 800.5, height: 600 } }, 'formats.0.viewport.width: Must be '],
    [{ type: 'screenshot', viewport: { width: 800, height: 600, scale: 2 } }, 'formats.0.viewport.scale: Unrecognized'],
    [{ type: 'changeTracking', modes: ['diff'] }, 'formats.0.modes.0: Must be '],
    [{ type: 'changeTracking', modes: 'json' }, 'formats.0.modes: Must be '],
    [{ type: 'changeTracking', tag: 1 }, 'formats.0.tag: Must be '],
    [{ type: 'changeTracking', systemPrompt: 'x' }, 'formats.0.systemPrompt: Unrecognized key'],
  ])('rejects the v2 formats %j with "%s"', (format, text) => {
    expect(judgeRequest(places, { formats: [format] })).toEqual(everywhere(places, expect.stringContaining(text)));
  });

  it.each<[unknown, string | undefined]>([
    [[], undefined],
    [['pdf'], undefined],
    [['pdf', 'pdf'], undefined],
    [[{ type: 'pdf' }], undefined],
    [[{ type: 'pdf', mode: 'auto', maxPages: 1 }], undefined],
    [[{ type: 'pdf', mode: 'ocr', maxPages: 10_000 }], undefined],
    ['pdf', 'parsers: Must be '],
    [{ pdf: false }, 'parsers: Must be '],
    [null, 'parsers: Must be '],
    [['image'], 'parsers.0: '],
    [[{ type: 'docx' }], 'parsers.0'],
    [[{ type: 'pdf', maxPages: 0 }], 'parsers.0.maxPages: Must '],
    [[{ type: 'pdf', maxPages: 1.5 }], 'parsers.0.maxPages: Must be '],
    [[{ type: 'pdf', mode: 'slow' }], 'parsers.0.mode: Must be '],
    [[{ type: 'pdf', pages: false, blocks: null }], undefined],
    [[{ type: 'pdf', pages: true }], 'parsers.0.pages: Separate Markdown per page is not available'],
    [[{ type: 'pdf', lines: true }], 'parsers.0.lines: Unrecognized key'],
  ])('validates the parsers %j with the error %s', (parsers, text) => {
    const answer = text === undefined ? undefined : expect.stringContaining(text);
    expect(judgeRequest(places, { parsers })).toEqual(everywhere(places, answer));
  });
});

describe('an option of one version', () => {
  it.each<[string, object]>([
    ['v1', { parsePDF: false }],
    ['v1', { jsonOptions: { prompt: 'x' }, formats: ['json'] }],
    ['v1', { extract: { prompt: 'x' }, formats: ['extract'] }],
    ['v1', { changeTrackingOptions: { tag: 'x' }, formats: ['markdown', 'changeTracking'] }],
    ['v1', { geolocation: { country: 'DE' } }],
    ['v1', { formats: ['screenshot@fullPage'] }],
    ['v1', { __experimental_cache: true }],
    ['v2', { parsers: ['pdf'] }],
    ['v2', { formats: [{ type: 'markdown' }] }],
    ['v2', { formats: ['images'] }],
  ])('is accepted only by %s: %j', (version, fields) => {
    for (const [place, text] of Object.entries(judgeRequest(optionPlaces, fields))) {
      if (place.startsWith(version)) expect([place, text]).toEqual([place, undefined]);
      else expect([place, text]).toEqual([place, expect.any(String)]);
    }
  });
});
