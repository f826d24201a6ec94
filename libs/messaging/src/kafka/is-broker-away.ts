import { KafkaJSConnectionError, KafkaJSError, KafkaJSRequestTimeoutError } from 'kafkajs';

/** The endpoint that issues tokens for the brokers is unreachable. */
export const TOKEN_ENDPOINT_AWAY = 'TOKEN_ENDPOINT_AWAY';

/** Codes of unreachable brokers. TLS errors are excluded, because waiting does not fix a certificate. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  TOKEN_ENDPOINT_AWAY,
]);
/** kafkajs sets no code on its connection timeout. */
const TIMEOUT = 'Connection timeout';

/** Whether the brokers or their token endpoint were unreachable or timed out. Unwraps kafkajs's retry errors. */
export function isBrokerAway(error: unknown): boolean {
  if (error instanceof KafkaJSRequestTimeoutError) return true;
  if (error instanceof KafkaJSConnectionError) {
    const { code } = error as { code?: string };
    return code === undefined ? error.message === TIMEOUT : AWAY.has(code);
  }
  return error instanceof Error && error.cause !== undefined && isBrokerAway(error.cause);
}

/** Whether the broker declares the error retriable. Unwraps kafkajs's retry errors. */
export function isRetriable(error: unknown): boolean {
  if (error instanceof KafkaJSError && error.retriable) return true;
  return error instanceof Error && error.cause !== undefined && isRetriable(error.cause);
}
