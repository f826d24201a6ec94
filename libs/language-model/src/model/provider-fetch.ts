/** Ten times the largest expected answer. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_REFUSAL_CHARS = 10_000;

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/**
 * `send` with a limit of 8 MiB per body. Moves the error text of vLLM and FastAPI to `error.message`, the only place
 * the SDK reads.
 */
export const providerFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const bounded = new Response(response.body.pipeThrough(boundedStream()), { status, statusText, headers });
    if (status !== 400 && status !== 422) return bounded;
    const message = (await bounded.text()).slice(0, MAX_REFUSAL_CHARS);
    return Response.json({ error: { message } }, { status });
  };

function boundedStream(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLargeError('The response exceeds 8 MiB'));
      else controller.enqueue(chunk);
    },
  });
}
