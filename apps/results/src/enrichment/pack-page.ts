import { costsExtraction, type DocumentContent, keyOfFormat } from '@orbweaver/core';
import type { LanguageModelError } from '@orbweaver/language-model';
import type { ModelComparison } from '../change-tracking/track-changes';
import { packText } from '../change-tracking/unpack-content';
import type { EnrichedDocument } from './enriched-document';
import type { OpenPage } from './unpack-page';

export interface Enrichment {
  made: Partial<Pick<DocumentContent, 'json' | 'extract' | 'summary'>>;
  comparison?: ModelComparison | undefined;
  warnings: string[];
  faults: { what: string; why: string }[];
}

export function leaveOut({ formats, tracking }: OpenPage, why: string): Enrichment {
  const all = [...formats.map(nameOfWork), ...(tracking === undefined ? [] : [nameOfWork(tracking)])];
  return { made: {}, warnings: [], faults: all.map((what) => ({ what, why })) };
}

/** Whether the model returned a billed format. Summaries are free. */
export function hasExtraction({ formats, tracking }: OpenPage, { faults }: Enrichment): boolean {
  const work = [...formats, ...(tracking === undefined ? [] : [tracking])];
  return work.some(
    (each) => costsExtraction({ formats: [each] }) && !faults.some(({ what }) => what === nameOfWork(each)),
  );
}

export function nameOfWork(format: Parameters<typeof keyOfFormat>[0]): string {
  return format.type === 'changeTracking' ? 'mode json of changeTracking' : `format ${keyOfFormat(format)}`;
}

export const faultOf = (what: string, { message }: LanguageModelError) => ({ what, why: message });

/** The document to store. Missing formats cause a warning, or a failure if no other format was requested. */
export async function packPage(page: OpenPage, enrichment: Enrichment): Promise<EnrichedDocument> {
  const { message } = page;
  const { made, comparison, faults } = enrichment;
  const { warning, ...content } = { ...page.content, ...made };
  if (faults.length > 0 && Object.keys(content).length === 0) {
    const { content: _, ...rest } = message;
    return { ...rest, result: { kind: 'failed', failure: { reason: 'model-failed', message: sentencesOf(faults) } } };
  }
  const warnings = [warning ?? '', ...enrichment.warnings, sentencesOf(faults)].filter((text) => text !== '');
  const json = Buffer.from(
    JSON.stringify({ ...content, ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }) }),
  );
  return {
    ...message,
    result: { ...message.result, jsonBytes: json.byteLength },
    content: (await packText(json)) as Buffer<ArrayBuffer>,
    ...(comparison === undefined ? {} : { modelComparison: comparison }),
  };
}

function sentencesOf(faults: Enrichment['faults']): string {
  const reasons = [...new Set(faults.map(({ why }) => why))];
  return reasons
    .map((why) => {
      const names = faults.filter((fault) => fault.why === why).map(({ what }) => what);
      return `The ${names.join(' and the ')} could not be made: ${why}`;
    })
    .join(' ');
}
