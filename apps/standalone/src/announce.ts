import type { ProcessReady } from '@orbweaver/platform';

/** Tells a person at a terminal what to do next: where the service is, the key, and one request to try. */
export function announce({ address, apiKey }: ProcessReady): void {
  const key = apiKey ?? '<API key>';
  const lines = [
    '',
    `  Orbweaver is running at ${address}`,
    `  API key:  ${key}`,
    `  API docs: ${address}/docs`,
    '',
    '  Try it:',
    `  curl -s ${address}/v2/scrape -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`,
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
