import { setTimeout as delay } from 'node:timers/promises';
import { resolveBySystem } from '@orbweaver/egress';
import { signInTokens } from '@orbweaver/gateway';
import type { ProcessReady } from '@orbweaver/platform';
import { WELCOME_URL } from '@orbweaver/renderer';

const EXAMPLE = 'example.com';
const LOOKUP_TIMEOUT_MS = 1000;

/** Prints the address, the API key and an example request. A key set by the operator is a secret and is not printed. */
export async function announce(ready: ProcessReady): Promise<void> {
  const { address } = ready;
  const { key, authorization } = describeKey(ready);
  const url = (await resolves(EXAMPLE)) ? `https://${EXAMPLE}` : WELCOME_URL;
  const attempt = `curl -s ${address}/v2/scrape ${authorization} -H 'Content-Type: application/json' -d '{"url":"${url}"}'`;
  const lines = [
    '',
    `  Orbweaver is running at ${address}`,
    `  API key:  ${key}`,
    `  Console:  ${consoleOf(ready)}`,
    `  API docs: ${address}/docs`,
    '',
    '  Try it:',
    `  ${attempt}`,
    '',
    '  Press Ctrl-C to stop.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** With a link that signs in once, if the process has made the key. */
function consoleOf({ address, apiKey, isKeyRevoked }: ProcessReady): string {
  const token = apiKey === undefined || isKeyRevoked ? undefined : signInTokens.issue(apiKey);
  return token === undefined
    ? `${address}/console/`
    : `${address}/console/#sign-in=${token}  (signs in once, for 15 minutes)`;
}

function describeKey({ apiKey, isKeyRevoked }: ProcessReady): { key: string; authorization: string } {
  if (isKeyRevoked) {
    return {
      key: 'the first key is revoked. Create another: npm run orbweaver -- key add --team default --name NAME',
      authorization: '-H "Authorization: Bearer $KEY"',
    };
  }
  return apiKey === undefined
    ? { key: 'see BOOTSTRAP_API_KEY', authorization: '-H "Authorization: Bearer $BOOTSTRAP_API_KEY"' }
    : { key: apiKey, authorization: `-H 'Authorization: Bearer ${apiKey}'` };
}

/** Without a network, only the service's own page can be scraped. */
function resolves(host: string): Promise<boolean> {
  const found = resolveBySystem(host).then(
    () => true,
    () => false,
  );
  return Promise.race([found, delay(LOOKUP_TIMEOUT_MS, false, { ref: false })]);
}
