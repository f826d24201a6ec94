import {
  type Candidate,
  type CrawlSpec,
  compileScope,
  explainRefusal,
  explainScope,
  InvalidPatternError,
  type PatternField,
  type PreviewQuestion,
  previewUrl,
  type ScopeContext,
  type SkipReason,
} from '@orbweaver/core';
import {
  type CallerSchema,
  compileSchema,
  InvalidSchemaError,
  runWithin,
  SchemaTooComplexError,
  TookTooLongError,
} from '@orbweaver/language-model';
import { LRUCache } from 'lru-cache';

export interface CrawlRules {
  crawl: CrawlSpec;
  originUrl: string;
}

export interface PatternFault {
  field: PatternField;
  pattern: string;
  message: string;
}

export type InputTask =
  | { kind: 'check-schemas'; schemas: readonly CallerSchema[] }
  | { kind: 'validate'; schema: CallerSchema; value: unknown }
  | { kind: 'check-patterns'; rules: CrawlRules }
  | { kind: 'preview'; rules: CrawlRules; questions: readonly PreviewQuestion[] }
  | { kind: 'explain-scope'; rules: CrawlRules; candidate: Candidate }
  | { kind: 'explain-refusal'; rules: CrawlRules; candidate: Candidate; reason: SkipReason };

export const TOOK_TOO_LONG = 'took-too-long';

/** The other schemas of the task used up the time limit. */
export const NOT_CHECKED = 'not-checked';

/** The schema is unusable, so no value can be validated. */
export interface SchemaFault {
  schemaFault: string;
}

export type SchemaVerdict = SchemaFault | typeof NOT_CHECKED | undefined;

const MAX_SCOPES = 20;
const scopes = new LRUCache<string, ScopeContext>({ max: MAX_SCOPES });

/** Entry point of a thread. Resolves to TOOK_TOO_LONG if the task exceeds `limitMs`. */
export default function runTask({ limitMs, ...task }: InputTask & { limitMs: number }): unknown {
  try {
    // Compiles the meta-schemas before the time limit of the schemas starts.
    if (task.kind === 'check-schemas') return checkSchemas(task.schemas, limitMs);
    if (task.kind === 'validate') return faultsOf(task.schema, task.value, limitMs);
    return runWithin(limitMs, () => applyRules(task));
  } catch (error) {
    if (error instanceof TookTooLongError) return TOOK_TOO_LONG;
    throw error;
  }
}

function checkSchemas(schemas: readonly CallerSchema[], limitMs: number): SchemaVerdict[] {
  let leftMs = limitMs;
  return schemas.map((schema) => {
    if (leftMs < 1) return NOT_CHECKED;
    const from = performance.now();
    const gotMs = leftMs;
    try {
      compileSchema(schema, gotMs);
      return undefined;
    } catch (error) {
      if (error instanceof SchemaTooComplexError && gotMs < limitMs) return NOT_CHECKED;
      if (error instanceof InvalidSchemaError) return { schemaFault: error.message };
      throw error;
    } finally {
      leftMs -= performance.now() - from;
    }
  });
}

function faultsOf(schema: CallerSchema, value: unknown, limitMs: number): string[] | SchemaFault {
  const from = performance.now();
  try {
    const compiled = compileSchema(schema, limitMs);
    return compiled.faultsOf(value, limitMs - (performance.now() - from));
  } catch (error) {
    if (error instanceof InvalidSchemaError) return { schemaFault: error.message };
    throw error;
  }
}

function applyRules(task: Exclude<InputTask, { kind: 'check-schemas' | 'validate' }>): unknown {
  const { crawl } = task.rules;
  switch (task.kind) {
    case 'check-patterns':
      return findFault(task.rules);
    case 'preview': {
      const context = scopeOf(task.rules);
      return task.questions.map((question) => previewUrl(question, crawl, context));
    }
    case 'explain-scope':
      return explainScope(task.candidate, scopeOf(task.rules));
    case 'explain-refusal':
      return explainRefusal(task.reason, task.candidate, scopeOf(task.rules));
  }
}

function findFault(rules: CrawlRules): PatternFault | undefined {
  try {
    scopeOf(rules);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidPatternError)) throw error;
    const { field, pattern, message } = error;
    return { field, pattern, message };
  }
}

function scopeOf({ crawl, originUrl }: CrawlRules): ScopeContext {
  const key = JSON.stringify([crawl.scope, originUrl]);
  const known = scopes.get(key);
  if (known !== undefined) return known;
  const context = compileScope(crawl.scope, originUrl);
  scopes.set(key, context);
  return context;
}
