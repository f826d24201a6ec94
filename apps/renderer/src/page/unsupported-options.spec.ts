import { scrapeSpec } from '@orbweaver/testing';
import { unsupportedOptions } from './unsupported-options';

it('names all formats that are missing in one sentence, as the caller named them', () => {
  const formats = [
    { type: 'json' as const, key: 'extract' as const },
    { type: 'markdown' as const },
    { type: 'branding' as const },
    { type: 'summary' as const },
  ];
  expect(unsupportedOptions(scrapeSpec({ formats }), true)).toContain(
    'The formats extract and summary are not available with zero data retention.',
  );
});

it('says first what the gateway has to say', () => {
  const spec = scrapeSpec({
    headers: { Host: 'a.test' },
    warnings: ['Unknown keys were ignored: location.contry.'],
  });
  expect(unsupportedOptions(spec)).toEqual([
    'Unknown keys were ignored: location.contry.',
    expect.stringContaining('Host'),
  ]);
});
