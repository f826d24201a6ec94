interface ExportFormat {
  name: 'jsonl' | 'zip' | 'warc';
  extension: string;
  /** Format of the documents that the export consists of. */
  content?: string;
}

export const offeredExports: readonly ExportFormat[] = [
  { name: 'jsonl', extension: 'jsonl' },
  { name: 'zip', extension: 'zip', content: 'markdown' },
  { name: 'warc', extension: 'warc.gz', content: 'rawHtml' },
];

interface JobRequest {
  formats?: unknown;
  scrapeOptions?: { formats?: unknown };
}

/** Whether the documents of a job cannot have a format. False while the formats of the request are unknown. */
export function lacksContent(request: unknown, content: string | undefined): boolean {
  const { formats, scrapeOptions } = (request ?? {}) as JobRequest;
  const requested = formats ?? scrapeOptions?.formats;
  if (content === undefined || !Array.isArray(requested)) return false;
  return !requested.some((format: string | { type?: string }) => format === content || Object(format).type === content);
}
