import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Candidate,
  PreviewQuestion,
  ScopeExplanation,
  SkipExplanation,
  SkipReason,
  UrlPreview,
} from '@orbweaver/core';
import { type CallerSchema, InvalidSchemaError, SchemaTooComplexError } from '@orbweaver/language-model';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import {
  type CrawlRules,
  type InputTask,
  NOT_CHECKED,
  type PatternFault,
  type SchemaFault,
  type SchemaVerdict,
  TOOK_TOO_LONG,
} from './input-worker';

/** The input was rejected because processing it takes too long. */
export class InputTooComplexError extends Error {
  override readonly name = 'InputTooComplexError';
}

/** Gateways reserve one for previews. */
const MAX_THREADS = 3;
/** ajv, its meta-schemas and compiled schemas take 30 MB. */
const MAX_HEAP_MB = 128;
const IDLE_MS = 60_000;
/** For all schemas of a request. A schema with 500 fields takes 0.2 s. */
const SCHEMAS_LIMIT_MS = 1_000;
/** Low because the frontier compiles accepted patterns again on a thread shared by all jobs. */
const PATTERNS_LIMIT_MS = 250;
const EXPLAIN_LIMIT_MS = 1_000;
/** Includes compiling, which was accepted with up to SCHEMAS_LIMIT_MS. */
const VALIDATE_LIMIT_MS = 2 * SCHEMAS_LIMIT_MS;
/** Terminates a hanging thread. Includes the wait for a thread. */
const TERMINATE_AFTER_MS = 60_000;
const NOT_CHECKED_FAULT = 'It was not checked: the schemas of the request are too large or too complex.';
const MAX_VERDICTS = 1_000;
/** Short, because an overloaded machine may reject a valid schema. */
const VERDICT_TTL_MS = 10 * 60_000;

/** Threads need JavaScript: jest uses the built file. */
function workerFile(): string {
  const sibling = join(__dirname, 'input-worker.js');
  return existsSync(sibling) ? sibling : join(__dirname, '../../dist/work/input-worker.js');
}

/**
 * Worker threads for callers' schemas and patterns, whose compile time is unpredictable. Tasks have a time limit and do
 * not block the event loop. Threads start with the first task and exit when idle.
 */
export class InputThreads {
  private pool: Piscina<InputTask & { limitMs: number }, unknown> | undefined;
  private readonly verdicts = new LRUCache<string, { fault: string | undefined }>({
    max: MAX_VERDICTS,
    ttl: VERDICT_TTL_MS,
  });

  async checkSchemas(schemas: readonly CallerSchema[]): Promise<(string | undefined)[]> {
    const keys = schemas.map(hashOf);
    // Not read from the cache again, because entries may be evicted meanwhile.
    const faults = new Map<string, string | undefined>();
    const unknown = new Map<string, CallerSchema>();
    for (const [index, schema] of schemas.entries()) {
      const key = keys[index]!;
      const known = this.verdicts.get(key);
      if (known === undefined) unknown.set(key, schema);
      else faults.set(key, known.fault);
    }
    if (unknown.size > 0) {
      const task = { kind: 'check-schemas', schemas: [...unknown.values()] } as const;
      const verdicts = (await this.run(task, SCHEMAS_LIMIT_MS)) as SchemaVerdict[] | typeof TOOK_TOO_LONG;
      for (const [index, key] of [...unknown.keys()].entries()) {
        const verdict = verdicts === TOOK_TOO_LONG ? NOT_CHECKED : verdicts[index];
        const fault = verdict === NOT_CHECKED ? NOT_CHECKED_FAULT : verdict?.schemaFault;
        faults.set(key, fault);
        // Other schemas or load may be the cause, so the next request checks it again.
        if (verdict !== NOT_CHECKED) this.verdicts.set(key, { fault });
      }
    }
    return keys.map((key) => faults.get(key));
  }

  /** Validation errors, most important first. @throws InvalidSchemaError */
  readonly faultsOf = async (schema: CallerSchema, value: unknown): Promise<string[]> => {
    const faults = await this.run({ kind: 'validate', schema, value }, VALIDATE_LIMIT_MS);
    if (faults === TOOK_TOO_LONG) throw new SchemaTooComplexError();
    if (Array.isArray(faults)) return faults as string[];
    throw new InvalidSchemaError((faults as SchemaFault).schemaFault);
  };

  /** The first invalid pattern. @throws InputTooComplexError */
  async checkPatterns(rules: CrawlRules): Promise<PatternFault | undefined> {
    return this.demand<PatternFault | undefined>({ kind: 'check-patterns', rules }, PATTERNS_LIMIT_MS);
  }

  /** Applies the rules of a crawl to each URL. @throws InputTooComplexError, AbortError */
  async previewUrls(
    rules: CrawlRules,
    questions: readonly PreviewQuestion[],
    { limitMs = EXPLAIN_LIMIT_MS, signal }: { limitMs?: number; signal?: AbortSignal } = {},
  ): Promise<UrlPreview[]> {
    return this.demand<UrlPreview[]>({ kind: 'preview', rules, questions }, limitMs, signal);
  }

  /** @throws InputTooComplexError */
  explainScope(rules: CrawlRules, candidate: Candidate): Promise<ScopeExplanation> {
    return this.demand({ kind: 'explain-scope', rules, candidate }, EXPLAIN_LIMIT_MS);
  }

  /** @throws InputTooComplexError */
  explainRefusal(rules: CrawlRules, reason: SkipReason, candidate: Candidate): Promise<SkipExplanation> {
    return this.demand({ kind: 'explain-refusal', rules, reason, candidate }, EXPLAIN_LIMIT_MS);
  }

  /** Stops the threads. Running tasks reject. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }

  private async demand<T>(task: InputTask, limitMs: number, signal?: AbortSignal): Promise<T> {
    const answer = await this.run(task, limitMs, signal);
    if (answer === TOOK_TOO_LONG) throw new InputTooComplexError(`${task.kind} took more than ${limitMs} ms`);
    return answer as T;
  }

  private async run(task: InputTask, limitMs: number, signal?: AbortSignal): Promise<unknown> {
    this.pool ??= openPool();
    const backstop = AbortSignal.timeout(TERMINATE_AFTER_MS);
    try {
      const ends = signal === undefined ? backstop : AbortSignal.any([backstop, signal]);
      return await this.pool.run({ ...task, limitMs }, { signal: ends });
    } catch (error) {
      if (backstop.aborted || isOutOfMemory(error)) return TOOK_TOO_LONG;
      throw error;
    }
  }
}

function openPool() {
  const pool = new Piscina<InputTask & { limitMs: number }, unknown>({
    filename: workerFile(),
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  pool.on('error', () => undefined);
  return pool;
}

const hashOf = (schema: CallerSchema) => createHash('sha256').update(JSON.stringify(schema)).digest('base64');

const isOutOfMemory = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
