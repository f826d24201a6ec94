import type { Format } from './formats';
import type { ScrapeSpec } from './scrape-spec';

const MADE_BY_MODEL = ['json', 'summary'] as const;

export type ModelFormat = Extract<Format, { type: (typeof MADE_BY_MODEL)[number] }>;

export function isModelFormat(format: Format): format is ModelFormat {
  return MADE_BY_MODEL.some((type) => type === format.type);
}

export function needsModel({ formats }: ScrapeSpec): boolean {
  return formats.some((format) => isModelFormat(format) || comparesByModel(format));
}

export function needsModelOnly({ formats }: ScrapeSpec): boolean {
  return formats.length > 0 && formats.every(isModelFormat);
}

/** Whether the document is billed as an extraction. A summary is not. */
export function costsExtraction({ formats }: Pick<ScrapeSpec, 'formats'>): boolean {
  return formats.some((format) => format.type === 'json' || comparesByModel(format));
}

export function comparesByModel(format: Format): boolean {
  return format.type === 'changeTracking' && format.modes.includes('json');
}

/** Adds the model's input formats, which results removes from the document again. */
export function withModelInput(spec: ScrapeSpec): ScrapeSpec {
  if (!spec.formats.some(isModelFormat) || spec.formats.some(({ type }) => type === 'markdown')) return spec;
  return { ...spec, formats: [...spec.formats, { type: 'markdown' }] };
}

export function keyOfFormat(format: Format): Format['type'] | 'extract' {
  return format.type === 'json' ? (format.key ?? 'json') : format.type;
}
