import type { ChatCompletion } from 'openai/resources/chat/completions';
import { LanguageModelError, type ModelAnswer, type Usage } from './language-model';

/** More than any model takes at once; a provider that counts more does not count. */
const MAX_TOKENS = 100_000_000;

/** What a provider sent, which may be anything. @throws LanguageModelError */
export function readCompletion(completion: Partial<ChatCompletion> | null): ModelAnswer {
  // Gateways answer 200 with a page of HTML, or with an `error` of the provider behind them.
  if (!Array.isArray(completion?.choices)) {
    throw new LanguageModelError('unavailable', 'The provider of the language model does not answer as one.');
  }
  const [choice] = completion.choices;
  const usage: Usage = {
    promptTokens: readCount(completion.usage?.prompt_tokens),
    completionTokens: readCount(completion.usage?.completion_tokens),
  };
  const { content, refusal } = choice?.message ?? {};
  if (refusal || choice?.finish_reason === 'content_filter') {
    throw new LanguageModelError('refused', 'The language model refuses to answer about this page.', { usage });
  }
  if (choice?.finish_reason === 'length') {
    throw new LanguageModelError('cut-off', 'The answer of the language model is too long and was cut off.', { usage });
  }
  if (typeof content !== 'string') {
    throw new LanguageModelError('unusable', 'The language model gave no answer.', { usage });
  }
  return { text: withoutThoughts(content), usage };
}

/** Some servers leave the thoughts of a reasoning model before its answer. */
function withoutThoughts(content: string): string {
  const end = /^\s*<think>/.test(content) ? content.indexOf('</think>') : -1;
  return end < 0 ? content : content.slice(end + '</think>'.length).trimStart();
}

/** 0: the provider does not count. */
function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TOKENS ? value : 0;
}
