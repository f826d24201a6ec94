import type { ApiClient } from './api-client';

/** Id and webhook secret of the key's team. */
export async function readWebhookSecret(api: ApiClient): Promise<{ teamId: string; secret: string }> {
  const { status, body } = await api.get('/v2/webhooks/secret');
  if (status !== 200) throw new Error(`GET /v2/webhooks/secret returned ${status}: ${JSON.stringify(body)}`);
  return body.webhookSecret;
}
