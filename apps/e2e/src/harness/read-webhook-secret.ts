import type { ApiClient } from './api-client';

/** Of the team of the key: its id and the secret that signs its webhooks. */
export async function readWebhookSecret(api: ApiClient): Promise<{ teamId: string; secret: string }> {
  const { status, body } = await api.get('/v2/webhooks/secret');
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body.webhookSecret;
}
