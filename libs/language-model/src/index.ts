export {
  type Answer,
  type LanguageModel,
  LanguageModelError,
  type Question,
  type Usage,
} from './model/language-model';
export { ModelSession, type SessionLimits } from './model/model-session';
export { OpenAiModel } from './model/openai-model';
export { compileSchema, InvalidSchemaError, type JsonSchema } from './schema/compile-schema';
export { compareVersions } from './tasks/compare-versions';
export { extractJson } from './tasks/extract-json';
export { proposeCrawlOptions } from './tasks/propose-crawl-options';
export { summarize } from './tasks/summarize';
