/** No answer that we ask for is a tenth of it. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/** `fetch` whose bodies end with an AnswerTooLargeError behind 8 MiB: a provider may send without end. */
export const fetchBounded: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLargeError('The answer is larger than 8 MiB'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
};
