import type { DocumentSource } from './read-documents';
import { writeJsonLines } from './write-json-lines';
import { writeWarc } from './write-warc';
import { writeZip } from './write-zip';

export interface ExportFormat {
  contentType: string;
  extension: string;
  /** Format of the documents that the export consists of. Absent if it includes documents of every format. */
  content?: 'markdown' | 'rawHtml';
  write(source: DocumentSource): AsyncGenerator<Uint8Array, void>;
}

export type ExportFormatName = 'jsonl' | 'zip' | 'warc';

export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  jsonl: { contentType: 'application/x-ndjson', extension: 'jsonl', write: writeJsonLines },
  zip: { contentType: 'application/zip', extension: 'zip', content: 'markdown', write: writeZip },
  warc: { contentType: 'application/warc', extension: 'warc.gz', content: 'rawHtml', write: writeWarc },
};

export const exportFormatNames = Object.keys(exportFormats) as ExportFormatName[];
