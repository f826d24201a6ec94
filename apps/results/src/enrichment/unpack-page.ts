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

/** A document for the language model. */
export interface OpenPage {
  message: DoneDocument;
  /** The renderer's formats, as far as requested. */
  content: DocumentContent;
  /** Input of the model. */
  markdown: string;
  /** Formats that the model makes. */
  formats: ModelFormat[];
  /** The change tracking that the model contributes to. */
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
