export {
  type LanguageModel,
  LanguageModelError,
  type ModelAnswer,
  type ModelQuestion,
  type Usage,
} from './model/language-model';
export { ModelSession, type SessionLimits } from './model/model-session';
export { OpenAiModel } from './model/openai-model';
export type { CallerSchema, ValidateBySchema } from './schema/caller-schema';
export {
  compileSchema,
  InvalidSchemaError,
  SchemaTooComplexError,
} from './schema/compile-schema';
export { runWithin, TookTooLongError } from './schema/run-within';
export { compareVersions } from './tasks/compare-versions';
export { extractJson } from './tasks/extract-json';
export { proposeCrawlOptions } from './tasks/propose-crawl-options';
export { summarize } from './tasks/summarize';
