import type { ChatCompletion } from 'openai/resources/chat/completions';
import { LanguageModelError, type ModelAnswer, type Usage } from './language-model';

const MAX_TOKENS = 100_000_000;

/** Validates a completion of any shape. @throws LanguageModelError */
export function readCompletion(completion: Partial<ChatCompletion> | null): ModelAnswer {
  // Gateways return HTML or an upstream `error` with status 200.
  if (!Array.isArray(completion?.choices)) {
    throw new LanguageModelError('unavailable', 'Malformed response from the language model provider.');
  }
  const [choice] = completion.choices;
  const usage: Usage = {
    promptTokens: readCount(completion.usage?.prompt_tokens),
    completionTokens: readCount(completion.usage?.completion_tokens),
  };
  const { content, refusal } = choice?.message ?? {};
  if (refusal || choice?.finish_reason === 'content_filter') {
    throw new LanguageModelError('refused', 'The language model refused to answer about this page.', { usage });
  }
  if (choice?.finish_reason === 'length') {
    throw new LanguageModelError(
      'cut-off',
      'The answer of the language model exceeds the token limit and was cut off.',
      { usage },
    );
  }
  if (typeof content !== 'string') {
    throw new LanguageModelError('unusable', 'The language model returned no answer.', { usage });
  }
  return { text: withoutThoughts(content), usage };
}

/** Some servers prepend the reasoning of a model to its answer. */
function withoutThoughts(content: string): string {
  const end = /^\s*<think>/.test(content) ? content.indexOf('</think>') : -1;
  return end < 0 ? content : content.slice(end + '</think>'.length).trimStart();
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TOKENS ? value : 0;
}
