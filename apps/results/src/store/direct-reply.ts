import type { PageHandedOver } from '@orbweaver/contracts';

/** The document of a page, for whoever waits for it; it is stored nowhere. */
export function directReply(
  pageId: string,
  result: PageHandedOver['result'],
  content?: PageHandedOver['content'] | Uint8Array,
): PageHandedOver {
  const bytes = content as Uint8Array<ArrayBuffer> | undefined;
  return { type: 'PageHandedOver', pageId, result, ...(bytes === undefined ? {} : { content: bytes }) };
}
