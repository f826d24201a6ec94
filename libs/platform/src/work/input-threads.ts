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
import type { CallerSchema } from '@orbweaver/language-model';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { type CrawlRules, type InputTask, type PatternFault, TOOK_TOO_LONG } from './input-worker';

/** The input is rejected because processing it takes too long. */
export class InputTooInvolvedError extends Error {
  override readonly name = 'InputTooInvolvedError';
}

/** Gateways keep one of them for previews. */
const MAX_THREADS = 3;
/** ajv, its meta-schemas and compiled schemas take 30 MB. */
const MAX_HEAP_MB = 128;
const IDLE_MS = 60_000;
/** For all schemas of a request. A schema of 500 fields takes 0.2 s. */
const SCHEMAS_LIMIT_MS = 1_000;
/** The frontier compiles accepted patterns again, on a thread that all jobs share. */
const PATTERNS_LIMIT_MS = 250;
const EXPLAIN_LIMIT_MS = 1_000;
const VALIDATE_LIMIT_MS = 1_000;
/** Backstop that includes waiting for a thread. The thread is then terminated. */
const TERMINATE_AFTER_MS = 60_000;
const MAX_VERDICTS = 1_000;
/** Short, because a temporarily overloaded machine may reject a valid schema. */
const VERDICT_TTL_MS = 10 * 60_000;

/** Threads run plain JavaScript: from `dist` the file is next to this one, under jest the built file is used. */
function workerFile(): string {
  const sibling = join(__dirname, 'input-worker.js');
  return existsSync(sibling) ? sibling : join(__dirname, '../../dist/work/input-worker.js');
}

/**
 * Worker threads for callers' schemas and patterns, whose compile time cannot be predicted. Tasks have a time limit and
 * do not block the event loop. Threads start with the first task and exit when idle.
 */
export class InputThreads {
  private pool: Piscina<InputTask & { limitMs: number }, unknown> | undefined;
  private readonly verdicts = new LRUCache<string, { fault: string | undefined }>({
    max: MAX_VERDICTS,
    ttl: VERDICT_TTL_MS,
  });

  /** For each schema, the error message for the caller; undefined if it is valid. All schemas share one time limit. */
  async checkSchemas(schemas: readonly CallerSchema[]): Promise<(string | undefined)[]> {
    const keys = schemas.map(hashOf);
    const unknown = schemas.filter((_, index) => !this.verdicts.has(keys[index] ?? ''));
    if (unknown.length > 0) {
      const task = { kind: 'check-schemas', schemas: unknown } as const;
      const faults = (await this.run(task, SCHEMAS_LIMIT_MS)) as (string | undefined)[] | typeof TOOK_TOO_LONG;
      const tooInvolved = 'It is too large or too involved.';
      for (const [index, schema] of unknown.entries()) {
        this.verdicts.set(hashOf(schema), { fault: faults === TOOK_TOO_LONG ? tooInvolved : faults[index] });
      }
    }
    return keys.map((key) => this.verdicts.get(key)?.fault);
  }

  /** The faults of a value in order, as messages for the model and the caller; empty if it is valid. */
  readonly faultsOf = async (schema: CallerSchema, value: unknown): Promise<string[]> => {
    const faults = await this.run({ kind: 'validate', schema, value }, VALIDATE_LIMIT_MS);
    return faults === TOOK_TOO_LONG
      ? ['the answer cannot be validated: the schema is too involved']
      : (faults as string[]);
  };

  /** The first pattern that the engine cannot run. @throws InputTooInvolvedError */
  async checkPatterns(rules: CrawlRules): Promise<PatternFault | undefined> {
    return this.demand<PatternFault | undefined>({ kind: 'check-patterns', rules }, PATTERNS_LIMIT_MS);
  }

  /** Applies the rules of a crawl to each URL. @throws InputTooInvolvedError, AbortError */
  async previewUrls(
    rules: CrawlRules,
    questions: readonly PreviewQuestion[],
    { limitMs, signal }: { limitMs: number; signal?: AbortSignal },
  ): Promise<UrlPreview[]> {
    return this.demand<UrlPreview[]>({ kind: 'preview', rules, questions }, limitMs, signal);
  }

  /** @throws InputTooInvolvedError */
  explainScope(rules: CrawlRules, candidate: Candidate): Promise<ScopeExplanation> {
    return this.demand({ kind: 'explain-scope', rules, candidate }, EXPLAIN_LIMIT_MS);
  }

  /** @throws InputTooInvolvedError */
  explainRefusal(rules: CrawlRules, reason: SkipReason, candidate: Candidate): Promise<SkipExplanation> {
    return this.demand({ kind: 'explain-refusal', rules, reason, candidate }, EXPLAIN_LIMIT_MS);
  }

  /** Ends the threads; running tasks reject. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }

  private async demand<T>(task: InputTask, limitMs: number, signal?: AbortSignal): Promise<T> {
    const answer = await this.run(task, limitMs, signal);
    if (answer === TOOK_TOO_LONG) throw new InputTooInvolvedError(`${task.kind} took more than ${limitMs} ms`);
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
  // A dead thread is replaced; without a listener the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const hashOf = (schema: CallerSchema) => createHash('sha256').update(JSON.stringify(schema)).digest('base64');

const isOutOfMemory = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
