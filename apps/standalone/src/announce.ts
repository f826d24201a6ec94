import { setTimeout as delay } from 'node:timers/promises';
import { resolveBySystem } from '@orbweaver/egress';
import type { ProcessReady } from '@orbweaver/platform';

const EXAMPLE = 'example.com';
const LOOKUP_TIMEOUT_MS = 1000;

/** Tells a person at a terminal what to do next: where the service is, the key, and one request that works. */
export async function announce({ address, apiKey }: ProcessReady): Promise<void> {
  const key = apiKey ?? '<API key>';
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  const attempt = (await resolves(EXAMPLE))
    ? `curl -s ${address}/v2/scrape ${authorization} -H 'Content-Type: application/json' -d '{"url":"https://${EXAMPLE}"}'`
    : `curl -s ${address}/v2/team/credit-usage ${authorization}   # public names do not resolve here, so nothing to scrape yet`;
  const lines = [
    '',
    `  Orbweaver is running at ${address}`,
    `  API key:  ${key}`,
    `  API docs: ${address}/docs`,
    '',
    '  Try it:',
    `  ${attempt}`,
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A laptop without a network should not be told to scrape the web. */
function resolves(host: string): Promise<boolean> {
  const found = resolveBySystem(host).then(
    () => true,
    () => false,
  );
  return Promise.race([found, delay(LOOKUP_TIMEOUT_MS, false, { ref: false })]);
}
