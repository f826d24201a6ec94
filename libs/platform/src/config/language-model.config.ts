import type { SessionLimits } from '@orbweaver/language-model';
import { z } from 'zod';
import type { ConfigRule } from './config';
import { durationWithin } from './durations';

const tokens = (least: number) => z.coerce.number().int().min(least);

/** The settings of the language model, the same for every service that asks it. */
export const languageModelFields = {
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An OpenAI-compatible endpoint (OpenAI, vLLM, Ollama, LiteLLM), such as `http://localhost:11434/v1`, for the formats `json` and `summary`, the mode `json` of change tracking and the `prompt` of a crawl; without it there are none',
    ),
  LLM_API_KEY: z.string().optional().describe('Its key, if it asks for one'),
  LLM_MODEL: z.string().optional().describe('The model, as the endpoint names it'),
  LLM_TIMEOUT: durationWithin(1_000, 600_000).prefault('60s').describe('How long one answer of the model may take'),
  LLM_CONTEXT_TOKENS: tokens(2_000)
    .default(32_000)
    .describe('What a question and its answer may take together; a longer page is read in parts'),
  LLM_MAX_OUTPUT_TOKENS: tokens(100).default(4_000).describe('How long one answer may be'),
  LLM_PAGE_TOKENS: tokens(2_000)
    .default(200_000)
    .describe('What all questions and answers about one page may take; what is left out is told in a `warning`'),
};

const fields = z.object(languageModelFields);
export type LanguageModelConfig = z.infer<typeof fields>;

export const requireWholeModel: ConfigRule = (isSet) =>
  isSet('LLM_BASE_URL') === isSet('LLM_MODEL') ? [] : ['LLM_BASE_URL and LLM_MODEL: one needs the other'];

export function sessionLimits(config: LanguageModelConfig): SessionLimits {
  return {
    contextTokens: config.LLM_CONTEXT_TOKENS,
    // The rest of a small context is for the page.
    maxOutputTokens: Math.min(config.LLM_MAX_OUTPUT_TOKENS, Math.floor(config.LLM_CONTEXT_TOKENS / 2)),
    budgetTokens: config.LLM_PAGE_TOKENS,
  };
}
