import type { PageDocument } from '@orbweaver/contracts';
import {
  comparesByModel,
  type DocumentContent,
  type Format,
  isModelFormat,
  type ModelFormat,
  type ScrapeSpec,
} from '@orbweaver/core';
import { unpackContent } from '../change-tracking/unpack-content';

export type DoneDocument = PageDocument & { result: { kind: 'done' } };

export interface OpenPage {
  message: DoneDocument;
  content: DocumentContent;
  markdown: string;
  formats: ModelFormat[];
  tracking: Extract<Format, { type: 'changeTracking' }> | undefined;
}

/** @throws PoisonedInputError */
export async function unpackPage(message: DoneDocument, { formats }: ScrapeSpec): Promise<OpenPage> {
  const content = await unpackContent(message.pageId, message.content ?? new Uint8Array());
  const { markdown = '', ...others } = content;
  return {
    message,
    content: formats.some(({ type }) => type === 'markdown') ? content : others,
    markdown,
    formats: formats.filter(isModelFormat),
    tracking: formats.find((format): format is NonNullable<OpenPage['tracking']> => comparesByModel(format)),
  };
}
