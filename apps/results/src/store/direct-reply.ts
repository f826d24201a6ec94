import type { DirectReply } from '@orbweaver/contracts';

/** The document of a page, for whoever waits for it; it is stored nowhere. */
export function directReply(
  pageId: string,
  result: DirectReply['result'],
  content?: DirectReply['content'] | Uint8Array,
): DirectReply {
  const bytes = content as Uint8Array<ArrayBuffer> | undefined;
  return { type: 'DirectReply', pageId, result, ...(bytes === undefined ? {} : { content: bytes }) };
}
