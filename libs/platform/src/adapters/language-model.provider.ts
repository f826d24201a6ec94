import { type LanguageModel, OpenAiModel } from '@orbweaver/language-model';
import type { LanguageModelConfig } from '../config/language-model.config';
import { CONFIG, LANGUAGE_MODEL } from '../tokens';

/** For the module of a service whose configuration has the fields of the language model. */
export const languageModelProvider = {
  provide: LANGUAGE_MODEL,
  inject: [CONFIG],
  useFactory: openLanguageModel,
};

function openLanguageModel({
  LLM_BASE_URL: baseUrl,
  LLM_API_KEY: apiKey,
  LLM_MODEL: model,
  LLM_TIMEOUT: timeoutMs,
}: LanguageModelConfig): LanguageModel | undefined {
  if (baseUrl === undefined || model === undefined) return undefined;
  return new OpenAiModel({ baseUrl, model, timeoutMs, ...(apiKey === undefined ? {} : { apiKey }) });
}
