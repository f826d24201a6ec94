import { LanguageModelError } from '../model/language-model';
import type { ModelSession } from '../model/model-session';
import { type CallerSchema, type CompiledSchema, compileSchema } from '../schema/compile-schema';
import { mergeValues } from '../schema/merge-values';
import { readJson } from '../schema/read-json';
import { relaxSchema } from '../schema/relax-schema';
import { PAGE_IS_DATA, quotePage } from '../text/quote-page';
import { pageParts } from './page-parts';

export interface ExtractionRequest {
  /** The page. */
  markdown: string;
  /** Must be one that `compileSchema` takes. */
  schema?: CallerSchema | undefined;
  /** The caller's words. */
  prompt?: string | undefined;
}

export interface ExtractedJson {
  value: unknown;
  warnings: string[];
}

const SYSTEM = `You extract data from web pages as JSON. ${PAGE_IS_DATA} Answer with the JSON alone, without a word around it.`;
const ANYTHING = 'Extract the main facts of the page.';

/**
 * Data of a page as JSON: of the schema, if there is one, else as the prompt has it. What does not fit the schema is
 * asked for once more. A page that is longer than the model's context is read in parts.
 *
 * @throws LanguageModelError
 */
export async function extractJson(session: ModelSession, request: ExtractionRequest): Promise<ExtractedJson> {
  const compiled = request.schema === undefined ? undefined : compileSchema(request.schema);
  const wish = wishOf(request);
  const { parts, warnings } = pageParts(session, request.markdown, SYSTEM + wish);
  const ask = (user: string, schema: CallerSchema | undefined) =>
    session.ask({ system: SYSTEM, user, json: schema === undefined ? {} : { schema } });
  if (parts.length === 1) {
    const question = `${wish}\n\n${quotePage(parts[0]!)}`;
    const answer = await ask(question, request.schema);
    const value = await repaired(answer, compiled, (fault) => ask(`${question}\n\n${fault}`, request.schema));
    return { value, warnings };
  }
  const relaxed = request.schema === undefined ? undefined : relaxSchema(request.schema);
  const values: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    const which = `This is part ${index + 1} of ${parts.length} of the page. Leave out what it does not say.`;
    const question = `${wish}\n\n${which}\n\n${quotePage(part)}`;
    const answer = await ask(question, relaxed);
    values.push(await repaired(answer, undefined, (fault) => ask(`${question}\n\n${fault}`, relaxed)));
  }
  const merged = JSON.stringify(mergeValues(values));
  const value = await repaired(merged, compiled, (fault) => ask(`${wish}\n\n${fault}`, request.schema));
  return { value, warnings };
}

function wishOf({ schema, prompt }: ExtractionRequest): string {
  const wish = prompt?.trim() || ANYTHING;
  return schema === undefined
    ? wish
    : `${wish}\n\nThe JSON must be valid by this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** The value of an answer, or of the second one when the first does not fit. */
async function repaired(
  answer: string,
  schema: CompiledSchema | undefined,
  askAgain: (fault: string) => Promise<string>,
): Promise<unknown> {
  const first = judge(answer, schema);
  if ('value' in first) return first.value;
  // The answer repeats words of the page, so it is data as well.
  const second = judge(
    await askAgain(`Your last answer was:\n${quotePage(answer, 'answer')}\nIt is wrong: ${first.fault}\nCorrect it.`),
    schema,
  );
  if ('value' in second) return second.value;
  throw new LanguageModelError('unusable', `The answer of the language model does not fit: ${second.fault}`);
}

function judge(answer: string, schema: CompiledSchema | undefined): { value: unknown } | { fault: string } {
  const read = readJson(answer);
  if (read === undefined) return { fault: 'it is no JSON.' };
  const faults = schema?.faultsOf(read.value) ?? [];
  return faults.length === 0 ? read : { fault: `${faults.join('; ')}.` };
}
