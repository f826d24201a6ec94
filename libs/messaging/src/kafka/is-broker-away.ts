import { KafkaJSConnectionError, KafkaJSError, KafkaJSRequestTimeoutError } from 'kafkajs';

/** Codes of a broker that is not there, or not yet. TLS has others: waiting mends no certificate. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** kafkajs gives its own timeout of a connection no code. */
const TIMEOUT = 'Connection timeout';

/** Whether no broker could be reached, or answered in time. kafkajs wraps the cause into errors about its retries. */
export function isBrokerAway(error: unknown): boolean {
  if (error instanceof KafkaJSRequestTimeoutError) return true;
  if (error instanceof KafkaJSConnectionError) {
    // Its declaration lacks the code.
    const { code } = error as { code?: string };
    return code === undefined ? error.message === TIMEOUT : AWAY.has(code);
  }
  return error instanceof Error && error.cause !== undefined && isBrokerAway(error.cause);
}

/** Whether the broker says that it will pass. kafkajs wraps the cause into errors about its retries. */
export function isRetriable(error: unknown): boolean {
  if (error instanceof KafkaJSError && error.retriable) return true;
  return error instanceof Error && error.cause !== undefined && isRetriable(error.cause);
}
