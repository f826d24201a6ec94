import { scrapeSpec } from '@orbweaver/testing';
import { unsupportedOptions } from './unsupported-options';

it("lists all unavailable formats in one sentence, with the caller's names", () => {
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

it('puts the warnings of the gateway first', () => {
  const spec = scrapeSpec({
    headers: { Host: 'a.test' },
    warnings: ['Unknown keys were ignored: location.contry.'],
  });
  expect(unsupportedOptions(spec)).toEqual([
    'Unknown keys were ignored: location.contry.',
    expect.stringContaining('Host'),
  ]);
});
