import { KafkaJSConnectionError, KafkaJSNonRetriableError } from 'kafkajs';
import { TOKEN_ENDPOINT_AWAY } from './is-broker-away';

/** An OAuth client that gets tokens by its credentials (RFC 6749, 4.4). */
export interface TokenClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string | undefined;
  fetch: (
    url: string,
    init: { method: string; headers: Record<string, string>; body: string; redirect: 'manual'; signal: AbortSignal },
  ) => Promise<Response>;
  /** Default Date.now. */
  now?: () => number;
  /** Default REQUEST_TIMEOUT_MS. */
  timeoutMs?: number;
}

export type TokenSource = () => Promise<{ value: string }>;

const REQUEST_TIMEOUT_MS = 10_000;
/**
 * kafkajs authenticates again 10 s before the end of a session, which ends with its token. Brokers reject this more than
 * once per second, so that the next token must last longer.
 */
const MIN_MARGIN_MS = 15_000;
const MAX_MARGIN_MS = 60_000;
/** Of tokens whose endpoint does not return `expires_in`. */
const DEFAULT_LIFETIME_S = 300;
/** Characters that RFC 6749 allows in error codes, limited for logs. */
const ERROR_CODE = /^[\w.-]{1,60}$/;

/**
 * Bearer tokens for Kafka. A token is reused until shortly before it expires; concurrent calls share one request.
 * Errors never contain the secret or a token.
 */
export function createTokenSource(client: TokenClient): TokenSource {
  const now = client.now ?? Date.now;
  let token = { value: '', renewAtMs: Number.NEGATIVE_INFINITY };
  let request: Promise<void> | undefined;
  const renew = async () => {
    const { value, lifetimeMs } = await requestToken(client);
    token = { value, renewAtMs: now() + lifetimeMs - marginOf(lifetimeMs) };
  };
  return async () => {
    if (now() >= token.renewAtMs) {
      request ??= renew().finally(() => {
        request = undefined;
      });
      await request;
    }
    return { value: token.value };
  };
}

const marginOf = (lifetimeMs: number): number => Math.min(MAX_MARGIN_MS, Math.max(MIN_MARGIN_MS, lifetimeMs / 4));

async function requestToken(client: TokenClient): Promise<{ value: string; lifetimeMs: number }> {
  const { host } = new URL(client.tokenUrl);
  const refused = (reason: string) => new KafkaJSNonRetriableError(`No token from ${host}: ${reason}`);
  const { status, text } = await send(client, host);
  const answer = parse(text);
  if (status !== 200) {
    const code = ERROR_CODE.test(String(answer.error)) ? ` (${answer.error})` : '';
    if (status >= 500 || status === 429) throw away(host, `status ${status}${code}`);
    throw refused(
      `status ${status}${code}; check KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET and KAFKA_OAUTH_SCOPE`,
    );
  }
  const { access_token: value, expires_in: seconds } = answer;
  if (typeof value !== 'string' || value === '') {
    throw refused('the response contains no access_token; check KAFKA_OAUTH_TOKEN_URL');
  }
  const lifetimeS = Number(seconds ?? DEFAULT_LIFETIME_S);
  return { value, lifetimeMs: (lifetimeS > 0 ? lifetimeS : DEFAULT_LIFETIME_S) * 1_000 };
}

async function send(client: TokenClient, host: string): Promise<{ status: number; text: string }> {
  const { tokenUrl, clientId, clientSecret, scope, timeoutMs = REQUEST_TIMEOUT_MS } = client;
  const credentials = [clientId, clientSecret].map(formEncoded).join(':');
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
  try {
    const response = await client.fetch(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: body.toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw away(host, error instanceof Error ? error.message : String(error));
  }
}

const away = (host: string, reason: string) =>
  new KafkaJSConnectionError(`No token from ${host}: ${reason}`, { code: TOKEN_ENDPOINT_AWAY });

/** RFC 6749, 2.3.1: id and secret are form-encoded before Basic encoding. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

function parse(text: string): { access_token?: unknown; expires_in?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
