import type { Format } from './formats';
import type { ScrapeSpec } from './scrape-spec';

/** Formats that a language model makes; each reads the markdown of the page. */
const MADE_BY_MODEL = ['json', 'summary'] as const;

export type ModelFormat = Extract<Format, { type: (typeof MADE_BY_MODEL)[number] }>;

export function isModelFormat(format: Format): format is ModelFormat {
  return MADE_BY_MODEL.some((type) => type === format.type);
}

/** Whether a language model has anything to do for a document of the specification. */
export function needsModel({ formats }: ScrapeSpec): boolean {
  return formats.some((format) => isModelFormat(format) || comparesByModel(format));
}

/** Whether the formats that a language model makes are all that was asked for. */
export function needsModelOnly({ formats }: ScrapeSpec): boolean {
  return formats.length > 0 && formats.every(isModelFormat);
}

/** Whether a document of the specification costs what an extraction costs: a summary does not. */
export function costsExtraction({ formats }: Pick<ScrapeSpec, 'formats'>): boolean {
  return formats.some((format) => format.type === 'json' || comparesByModel(format));
}

export function comparesByModel(format: Format): boolean {
  return format.type === 'changeTracking' && format.modes.includes('json');
}

/** The specification with what the model reads, which results takes out of the document again. */
export function withModelInput(spec: ScrapeSpec): ScrapeSpec {
  if (!spec.formats.some(isModelFormat) || spec.formats.some(({ type }) => type === 'markdown')) return spec;
  return { ...spec, formats: [...spec.formats, { type: 'markdown' }] };
}

/** The key of the format in the document. */
export function keyOfFormat(format: Format): Format['type'] | 'extract' {
  return format.type === 'json' ? (format.key ?? 'json') : format.type;
}
