import { LanguageModelError } from '../model/language-model';
import type { ModelSession } from '../model/model-session';
import type { CallerSchema, ValidateBySchema } from '../schema/caller-schema';
import { readJson } from '../schema/read-json';
import { PAGE_IS_DATA, quotePage } from '../text/quote-page';
import { extractJson } from './extract-json';

export interface Comparison {
  previous: string;
  current: string;
  /** Unified diff, sent if both versions exceed the context window. Undefined without changes. */
  diff: string | undefined;
  schema?: CallerSchema | undefined;
  prompt?: string | undefined;
}

const SYSTEM = `You compare two versions of a web page. ${PAGE_IS_DATA} Answer with one JSON object alone.`;
const WISH = 'Tell what has changed from the previous version to the current one.';

/**
 * Returns `{ [field]: { previous, current } }` for a schema (null for a missing field), otherwise an object of the
 * model's choice.
 * @throws LanguageModelError
 */
export async function compareVersions(
  session: ModelSession,
  comparison: Comparison,
  validate: ValidateBySchema,
): Promise<{ json: Record<string, unknown>; warnings: string[] }> {
  const { schema, prompt } = comparison;
  if (schema === undefined) return { json: await compareFreely(session, comparison), warnings: [] };
  const previous = await extractJson(session, { markdown: comparison.previous, schema, prompt }, validate);
  const current = await extractJson(session, { markdown: comparison.current, schema, prompt }, validate);
  const fields = new Set([...Object.keys(fieldsOf(previous.value)), ...Object.keys(fieldsOf(current.value))]);
  const json = Object.fromEntries(
    [...fields].map((field) => [
      field,
      { previous: fieldsOf(previous.value)[field] ?? null, current: fieldsOf(current.value)[field] ?? null },
    ]),
  );
  return { json, warnings: [...new Set([...previous.warnings, ...current.warnings])] };
}

async function compareFreely(
  session: ModelSession,
  { previous, current, diff, prompt }: Comparison,
): Promise<Record<string, unknown>> {
  const wish = prompt?.trim() ? `${WISH}\n\n${prompt.trim()}` : WISH;
  const versions = `${quotePage(previous, 'page-previous')}\n\n${quotePage(current, 'page-current')}`;
  const fits = (text: string) => session.hasRoomFor(SYSTEM + wish + text);
  const data =
    fits(versions) || diff === undefined ? versions : `As a unified diff:\n\n${quotePage(diff, 'page-diff')}`;
  if (!fits(data)) {
    throw new LanguageModelError(
      'too-long',
      'The change of the page exceeds the context window of the language model.',
    );
  }
  const answer = readJson(await session.ask({ system: SYSTEM, user: `${wish}\n\n${data}`, json: {} }));
  if (answer === undefined) {
    throw new LanguageModelError('unusable', 'The answer of the language model about the change is not valid JSON.');
  }
  return isObject(answer.value) ? answer.value : { changes: answer.value };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : { value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
