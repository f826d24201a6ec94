import type { SessionLimits } from '@orbweaver/language-model';
import { z } from 'zod';
import type { ConfigRule } from './config';
import { durationWithin } from './durations';

const tokens = (least: number) => z.coerce.number().int().min(least);

export const languageModelFields = {
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OpenAI-compatible endpoint (OpenAI, vLLM, Ollama, LiteLLM), such as `http://localhost:11434/v1`. Required for the formats `json` and `summary`, the mode `json` of change tracking and the `prompt` of a crawl',
    ),
  LLM_API_KEY: z.string().optional().describe('API key of the endpoint'),
  LLM_MODEL: z.string().optional().describe('Model name at the endpoint'),
  LLM_TIMEOUT: durationWithin(1_000, 600_000).prefault('60s').describe('Time limit for one response of the model'),
  LLM_CONTEXT_TOKENS: tokens(2_000)
    .default(32_000)
    .describe('Context window of the model: prompt and answer together. Longer pages are read in parts'),
  LLM_MAX_OUTPUT_TOKENS: tokens(100).default(4_000).describe('Maximum length of one answer'),
  LLM_PAGE_TOKENS: tokens(2_000)
    .default(200_000)
    .describe(
      'Token budget per page for all prompts and answers together. Parts of the page beyond it are reported in a `warning`',
    ),
};

const fields = z.object(languageModelFields);
export type LanguageModelConfig = z.infer<typeof fields>;

export const requireCompleteModel: ConfigRule = (isSet) =>
  isSet('LLM_BASE_URL') === isSet('LLM_MODEL') ? [] : ['LLM_BASE_URL and LLM_MODEL: set both or neither'];

export function sessionLimits(config: LanguageModelConfig): SessionLimits {
  return {
    contextTokens: config.LLM_CONTEXT_TOKENS,
    // Keeps half of a small context for the page.
    maxOutputTokens: Math.min(config.LLM_MAX_OUTPUT_TOKENS, Math.floor(config.LLM_CONTEXT_TOKENS / 2)),
    budgetTokens: config.LLM_PAGE_TOKENS,
  };
}
