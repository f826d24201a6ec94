import { mergeValues } from '@orbweaver/core';
import { LanguageModelError } from '../model/language-model';
import type { ModelSession } from '../model/model-session';
import type { CallerSchema, ValidateBySchema } from '../schema/caller-schema';
import { InvalidSchemaError } from '../schema/compile-schema';
import { mapSchema } from '../schema/map-schema';
import { readJson } from '../schema/read-json';
import { PAGE_IS_DATA, quotePage } from '../text/quote-page';
import { pageParts } from './page-parts';

/** Keywords that a part of a page may violate although the whole page satisfies them. */
const DEMANDS = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains', 'minContains']);

function relaxSchema(schema: CallerSchema): CallerSchema {
  return mapSchema(schema, (subschema) =>
    Object.fromEntries(Object.entries(subschema).filter(([keyword]) => !DEMANDS.has(keyword))),
  ) as CallerSchema;
}

export interface ExtractionRequest {
  markdown: string;
  schema?: CallerSchema | undefined;
  prompt?: string | undefined;
}

export interface ExtractedJson {
  value: unknown;
  warnings: string[];
}

const SYSTEM = `You extract data from web pages as JSON. ${PAGE_IS_DATA} Answer with the JSON alone, without a word around it.`;
const ANYTHING = 'Extract the main facts of the page.';

/**
 * Extracts JSON by schema and prompt. An invalid answer is corrected once. A page above the context window is read in
 * parts.
 * @throws LanguageModelError
 */
export async function extractJson(
  session: ModelSession,
  request: ExtractionRequest,
  validate: ValidateBySchema,
): Promise<ExtractedJson> {
  const { schema } = request;
  const faultsOf: FindFaults = async (value) => {
    if (schema === undefined) return [];
    try {
      return await validate(schema, value);
    } catch (error) {
      if (!(error instanceof InvalidSchemaError)) throw error;
      throw new LanguageModelError('unusable', `The schema cannot be used: ${error.message}`, { cause: error });
    }
  };
  // Rejects an unusable schema before the model is called.
  await faultsOf(null);
  const wish = wishOf(request);
  const { parts, warnings } = pageParts(session, request.markdown, SYSTEM + wish);
  const ask = (user: string, schema: CallerSchema | undefined) =>
    session.ask({ system: SYSTEM, user, json: schema === undefined ? {} : { schema } });
  const askAgain = (question: string, { answer, fault }: WrongAnswer, schema: CallerSchema | undefined) => {
    const whole = `${question}\n\n${correctionPrompt(fault, answer)}`;
    return ask(session.hasRoomFor(SYSTEM + whole) ? whole : `${question}\n\n${correctionPrompt(fault)}`, schema);
  };
  if (parts.length === 1) {
    const question = `${wish}\n\n${quotePage(parts[0]!)}`;
    const answer = await ask(question, request.schema);
    const value = await repaired(answer, faultsOf, (wrong) => askAgain(question, wrong, request.schema));
    return { value, warnings };
  }
  const relaxed = request.schema === undefined ? undefined : relaxSchema(request.schema);
  const values: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    const which = `This is part ${index + 1} of ${parts.length} of the page. Leave out what it does not say.`;
    const question = `${wish}\n\n${which}\n\n${quotePage(part)}`;
    const answer = await ask(question, relaxed);
    values.push(
      await repaired(
        answer,
        async () => [],
        (wrong) => askAgain(question, wrong, relaxed),
      ),
    );
  }
  const merged = JSON.stringify(mergeValues(values));
  const value = await repaired(merged, faultsOf, ({ answer, fault }) => {
    const question = `${wish}\n\n${correctionPrompt(fault, answer)}`;
    // The merged answer can only be corrected from itself.
    if (!session.hasRoomFor(SYSTEM + question)) throw doesNotFit(fault);
    return ask(question, request.schema);
  });
  return { value, warnings };
}

interface WrongAnswer {
  answer: string;
  fault: string;
}

function correctionPrompt(fault: string, answer?: string): string {
  const last =
    answer === undefined ? 'You have answered before.' : `Your last answer was:\n${quotePage(answer, 'answer')}`;
  return `${last}\nIt is wrong: ${fault}\nCorrect it.`;
}

function doesNotFit(fault: string): LanguageModelError {
  return new LanguageModelError('unusable', `The answer of the language model is invalid: ${fault}`);
}

function wishOf({ schema, prompt }: ExtractionRequest): string {
  const wish = prompt?.trim() || ANYTHING;
  return schema === undefined
    ? wish
    : `${wish}\n\nThe JSON must be valid by this JSON Schema:\n${JSON.stringify(schema)}`;
}

type FindFaults = (value: unknown) => Promise<string[]>;

/** The value of the first or the corrected answer. @throws LanguageModelError */
async function repaired(
  answer: string,
  faultsOf: FindFaults,
  askAgain: (wrong: WrongAnswer) => Promise<string>,
): Promise<unknown> {
  const first = await judge(answer, faultsOf);
  if ('value' in first) return first.value;
  const second = await judge(await askAgain({ answer, fault: first.fault }), faultsOf);
  if ('value' in second) return second.value;
  throw doesNotFit(second.fault);
}

async function judge(answer: string, faultsOf: FindFaults): Promise<{ value: unknown } | { fault: string }> {
  const read = readJson(answer);
  if (read === undefined) return { fault: 'it is no JSON.' };
  const faults = await faultsOf(read.value);
  return faults.length === 0 ? read : { fault: `${faults.join('; ')}.` };
}
