import type { DocumentContent, ModelFormat } from '@orbweaver/core';
import { keyOfFormat } from '@orbweaver/core';
import {
  type CallerSchema,
  extractJson,
  LanguageModelError,
  type ModelSession,
  summarize,
  type ValidateBySchema,
} from '@orbweaver/language-model';
import { isTracked, type Past } from '../change-tracking/previous-scrapes';
import { compareWithModel } from './compare-with-model';
import { type Enrichment, faultOf, nameOfWork } from './pack-page';
import type { OpenPage } from './unpack-page';

export async function askModel(
  past: Past,
  session: ModelSession,
  page: OpenPage,
  validate: ValidateBySchema,
): Promise<Enrichment> {
  const enrichment: Enrichment = { made: {}, warnings: [], faults: [] };
  const attempt = async (what: string, work: () => Promise<string[]>) => {
    try {
      enrichment.warnings.push(...(await work()));
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      enrichment.faults.push(faultOf(what, error));
    }
  };
  for (const format of page.formats) {
    await attempt(nameOfWork(format), async () => {
      const { value, warnings } = await makeFormat(session, page.markdown, format, validate);
      Object.assign(enrichment.made, { [keyOfFormat(format)]: value } satisfies DocumentContent);
      return warnings;
    });
  }
  const { message, tracking } = page;
  if (tracking !== undefined && isTracked(message)) {
    await attempt(nameOfWork(tracking), async () => {
      const compared = await compareWithModel(past, session, message, page.markdown, tracking, validate);
      enrichment.comparison = compared?.comparison;
      return compared?.warnings ?? [];
    });
  }
  enrichment.warnings = [...new Set(enrichment.warnings)];
  return enrichment;
}

async function makeFormat(
  session: ModelSession,
  markdown: string,
  format: ModelFormat,
  validate: ValidateBySchema,
): Promise<{ value: unknown; warnings: string[] }> {
  if (format.type === 'summary') {
    const { summary, warnings } = await summarize(session, markdown);
    return { value: summary, warnings };
  }
  const schema = format.schema as CallerSchema | undefined;
  return extractJson(session, { markdown, schema, prompt: format.prompt }, validate);
}
