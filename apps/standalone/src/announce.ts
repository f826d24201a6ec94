import { setTimeout as delay } from 'node:timers/promises';
import { resolveBySystem } from '@orbweaver/egress';
import type { ProcessReady } from '@orbweaver/platform';
import { WELCOME_URL } from '@orbweaver/renderer';

const EXAMPLE = 'example.com';
const LOOKUP_TIMEOUT_MS = 1000;

/**
 * Tells a person at a terminal what to do next: the address of the service, the key, and one request that works. A key
 * that the operator has set is a secret and stays out of terminals and logs.
 */
export async function announce(ready: ProcessReady): Promise<void> {
  const { address } = ready;
  const { key, authorization } = tellKey(ready);
  const url = (await resolves(EXAMPLE)) ? `https://${EXAMPLE}` : WELCOME_URL;
  const attempt = `curl -s ${address}/v2/scrape ${authorization} -H 'Content-Type: application/json' -d '{"url":"${url}"}'`;
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

function tellKey({ apiKey, isKeyRevoked }: ProcessReady): { key: string; authorization: string } {
  if (isKeyRevoked) {
    return {
      key: 'the first one was revoked; npm run orbweaver -- key add --team default --name NAME makes another',
      authorization: '-H "Authorization: Bearer $KEY"',
    };
  }
  return apiKey === undefined
    ? { key: 'the one in BOOTSTRAP_API_KEY', authorization: '-H "Authorization: Bearer $BOOTSTRAP_API_KEY"' }
    : { key: apiKey, authorization: `-H 'Authorization: Bearer ${apiKey}'` };
}

/** Without a network only the service itself has a page to scrape. */
function resolves(host: string): Promise<boolean> {
  const found = resolveBySystem(host).then(
    () => true,
    () => false,
  );
  return Promise.race([found, delay(LOOKUP_TIMEOUT_MS, false, { ref: false })]);
}
