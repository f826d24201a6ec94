import { documentJson } from '@orbweaver/core';
import { type DocumentSource, readInBatches } from './read-documents';

const LINE_FEED = Buffer.from('\n');

/** One document per line, as in the status response. */
export async function* writeJsonLines(source: DocumentSource): AsyncGenerator<Buffer, void> {
  for await (const batch of readInBatches(source)) {
    yield Buffer.concat(batch.flatMap(({ content, metadata }) => [...documentJson(content, metadata), LINE_FEED]));
  }
}
