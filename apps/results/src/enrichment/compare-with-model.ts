import type { Format } from '@orbweaver/core';
import {
  type CallerSchema,
  compareVersions,
  type ModelSession,
  type ValidateBySchema,
} from '@orbweaver/language-model';
import { diffMarkdown } from '../change-tracking/diff-markdown';
import { fingerprintMarkdown } from '../change-tracking/fingerprint-markdown';
import { findPrevious, type Past, type TrackedDocument } from '../change-tracking/previous-scrapes';
import { type ModelComparison, statusOf } from '../change-tracking/track-changes';

const LOCKED = 'The json mode of changeTracking is missing: the text of the previous scrape cannot be read.';

/**
 * The model's description of the change since the previous scrape; undefined if there is none or nothing changed.
 * @throws LanguageModelError
 */
export async function compareWithModel(
  past: Past,
  session: ModelSession,
  document: TrackedDocument,
  markdown: string,
  { schema, prompt }: Extract<Format, { type: 'changeTracking' }>,
  validate: ValidateBySchema,
): Promise<{ comparison?: ModelComparison; warnings: string[] } | undefined> {
  for await (const { previous } of findPrevious(past, [document])) {
    const fingerprint = fingerprintMarkdown(markdown, document.changeTracking.frames);
    if (previous === undefined || statusOf(document.result.metadata.statusCode, fingerprint, previous) !== 'changed')
      return undefined;
    const before = await previous.markdown();
    if (before === 'altered') return undefined;
    if (before === 'locked') return { warnings: [LOCKED] };
    const { json, warnings } = await compareVersions(
      session,
      {
        previous: before.text,
        current: markdown,
        diff: diffMarkdown(before.text, markdown),
        schema: schema as CallerSchema | undefined,
        prompt,
      },
      validate,
    );
    return { comparison: { previousFingerprint: previous.fingerprint, json }, warnings };
  }
  return undefined;
}
