import { failureDetail, type HttpClient } from '@orbweaver/egress';

export type DeliveryResult =
  | { kind: 'delivered'; status: number }
  /** `detail` is for the log only. */
  | { kind: 'failed'; status: number | null; error: string; detail?: string | undefined }
  /** The egress guard denied the address, and nothing was sent. Retried, because settings and DNS may change. */
  | { kind: 'denied'; error: string; detail?: string | undefined }
  | { kind: 'undeliverable'; error: string; detail?: string | undefined };

/** Sends one POST request. Only 2xx counts as delivered. Redirects are not followed, and the response is discarded. */
export async function sendDelivery(
  client: HttpClient,
  request: { url: string; headers: Record<string, string>; body: Buffer; timeoutMs: number },
): Promise<DeliveryResult> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const answer = await client.open({
    url: request.url,
    method: 'POST',
    headers: request.headers,
    body: request.body,
    signal,
    onTooLarge: 'cut',
    maxRedirects: 0,
  });
  if (answer.kind === 'open') {
    // Awaited, so that a receiver with an endless response uses one connection per slot.
    await answer.discard();
    if (answer.status >= 200 && answer.status < 300) return { kind: 'delivered', status: answer.status };
    return { kind: 'failed', status: answer.status, error: `The receiver answered with status ${answer.status}.` };
  }
  const { reason, message } = answer.failure;
  const detail = failureDetail(answer.failure);
  if (reason === 'invalid-url') return { kind: 'undeliverable', error: message, detail };
  if (reason === 'egress-denied') return { kind: 'denied', error: message, detail };
  const error = signal.aborted ? `The receiver did not answer within ${request.timeoutMs / 1000} s.` : message;
  return { kind: 'failed', status: null, error, detail };
}
