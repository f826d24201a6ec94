import { createHash } from 'node:crypto';
import { arePatternsWithinLimits, PATTERNS_TOO_LARGE } from '@orbweaver/core';
import Ajv, { type Options, type ValidateFunction } from 'ajv';
import Ajv2019 from 'ajv/dist/2019';
import Ajv2020 from 'ajv/dist/2020';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import type { CallerSchema } from './caller-schema';
import { findUnsupported } from './find-unsupported';
import { mapSchema } from './map-schema';
import { runWithin, TookTooLongError } from './run-within';

export interface CompiledSchema {
  schema: CallerSchema;
  /** Validation faults of a value, most important first; empty if valid. @throws SchemaTooInvolvedError */
  faultsOf(value: unknown, limitMs: number): string[];
}

/** A schema of a caller that is none. The message is written for the caller. */
export class InvalidSchemaError extends Error {
  override readonly name = 'InvalidSchemaError';
}

/** A schema that takes more than the time limit to compile or to validate by. */
export class SchemaTooInvolvedError extends InvalidSchemaError {
  constructor(options?: ErrorOptions) {
    super('It is too large or too involved.', options);
  }
}

const MAX_FAULTS = 10;
const MAX_COMPILED = 100;

const REMEMBERED = new LRUCache<string, CompiledSchema>({ max: MAX_COMPILED });

/**
 * ajv writes code for a schema. What a schema names is escaped in it, and a schema cannot reach the code by other
 * ways: no formats, no keywords of ours, no `$data`; patterns run in an engine that takes linear time.
 */
const OPTIONS: Options = {
  strict: false,
  logger: false,
  allErrors: true,
  // A format says what is meant, as the newer drafts have it; its patterns would run in JavaScript's own engine.
  validateFormats: false,
  inlineRefs: false,
  // `required: ["toString"]` asks for a property of the value's own.
  ownProperties: true,
  code: { regExp: Object.assign(linearRegExp, { code: 'undefined' }) },
};

function linearRegExp(pattern: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  // ajv keeps one engine for all patterns that are written alike.
  return { test: (text: string) => compiled.test(text), toString: () => pattern };
}

/**
 * An instance compiles one schema, so that no `$id` of a caller can stand for that of another; the meta-schemas, which
 * take the most time, are compiled once.
 */
const ALONE: Options = { ...OPTIONS, validateSchema: false, meta: false };
const DRAFT_2020 = { checker: new Ajv2020(OPTIONS), create: () => new Ajv2020(ALONE) };
const DRAFT_2019 = { checker: new Ajv2019(OPTIONS), create: () => new Ajv2019(ALONE) };
const DRAFT_7 = { checker: new Ajv(OPTIONS), create: () => new Ajv(ALONE) };
/** Draft 6 as well. */
const DRAFT_7_BY_NAME = { ...DRAFT_7, read: withLoneReferences };

interface Draft {
  checker: Ajv;
  create(): Ajv;
  /** What the draft means by a schema where ajv means more. */
  read?(schema: CallerSchema): CallerSchema;
}

/**
 * @throws InvalidSchemaError for what is no JSON Schema of draft 6, 7, 2019-09 or 2020-12, for a `$ref` that leads out
 * of it, for a pattern that needs more than linear time, and for what would be validated wrongly;
 * SchemaTooInvolvedError after `limitMs`
 */
export function compileSchema(schema: CallerSchema, limitMs: number): CompiledSchema {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
  const known = REMEMBERED.get(key);
  if (known !== undefined) return known;
  if (!arePatternsWithinLimits(patternsOf(schema))) throw new InvalidSchemaError(`${PATTERNS_TOO_LARGE}.`);
  const validate = compileIn(draftsOf(schema.$schema), withoutDialect(schema), limitMs);
  const compiled: CompiledSchema = {
    schema,
    faultsOf: (value, limitMs) => faultsIn(value, validate, limitMs),
  };
  REMEMBERED.set(key, compiled);
  return compiled;
}

/** All regular expressions of a schema. @throws InvalidSchemaError */
function patternsOf(schema: CallerSchema): string[] {
  const patterns: string[] = [];
  try {
    mapSchema(schema, (subschema) => {
      if (typeof subschema.pattern === 'string') patterns.push(subschema.pattern);
      const { patternProperties: named } = subschema;
      if (typeof named === 'object' && named !== null) patterns.push(...Object.keys(named));
      return subschema;
    });
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidSchemaError(NESTED_TOO_DEEP);
    throw error;
  }
  return patterns;
}

const NESTED_TOO_DEEP = 'It is nested too deep, or its references cannot be followed.';

/** A schema that names no dialect may be of either: libraries write both. */
function draftsOf(dialect: unknown): Draft[] {
  if (typeof dialect !== 'string') return [DRAFT_2020, DRAFT_7];
  const [, name] = /^https?:\/\/json-schema\.org\/draft[-/](2020-12|2019-09|0[67])\/schema#?$/.exec(dialect) ?? [];
  if (name === '2020-12') return [DRAFT_2020];
  if (name === '2019-09') return [DRAFT_2019];
  if (name !== undefined) return [DRAFT_7_BY_NAME];
  throw new InvalidSchemaError(
    `The dialect ${dialect.slice(0, 100)} is not known; draft 6, 7, 2019-09 and 2020-12 are.`,
  );
}

function compileIn(drafts: readonly Draft[], schema: CallerSchema, limitMs: number) {
  let leftMs = limitMs;
  let first: unknown;
  for (const { checker, create, read = (same: CallerSchema) => same } of drafts) {
    // Compiles the meta-schemas the first time, which is no fault of the caller's on a busy machine.
    checker.validateSchema({});
    const from = performance.now();
    try {
      return runWithin(Math.max(1, Math.floor(leftMs)), () => {
        // The first fault alone: those after it say what else it could have been.
        if (checker.validateSchema(schema) !== true) throw new Error(wordsOf(checker.errors![0]!, 'the schema'));
        const unsupported = findUnsupported(schema);
        if (unsupported !== undefined) throw new Error(unsupported);
        return create().compile(read(schema)) as ValidateFunction;
      });
    } catch (error) {
      if (error instanceof TookTooLongError) throw new SchemaTooInvolvedError({ cause: error });
      first ??= error;
    } finally {
      leftMs -= performance.now() - from;
    }
  }
  if (first instanceof RangeError) {
    throw new InvalidSchemaError(NESTED_TOO_DEEP);
  }
  const said = first instanceof Error ? first.message : String(first);
  throw new InvalidSchemaError(said.slice(0, 300), { cause: first });
}

function faultsIn(value: unknown, validate: ValidateFunction, limitMs: number): string[] {
  try {
    if (runWithin(Math.max(1, Math.floor(limitMs)), () => validate(value))) return [];
    return (validate.errors ?? []).slice(0, MAX_FAULTS).map((fault) => wordsOf(fault, 'the answer'));
  } catch (error) {
    if (!(error instanceof TookTooLongError || error instanceof RangeError)) throw error;
    throw new SchemaTooInvolvedError({ cause: error });
  }
}

const BESIDE_REFERENCES = new Set(['$ref', '$defs', 'definitions']);

/** Until draft 7 a `$ref` stands alone: what is written beside it has no effect. */
function withLoneReferences(schema: CallerSchema): CallerSchema {
  return mapSchema(schema, (subschema) => {
    if (typeof subschema.$ref !== 'string') return subschema;
    return Object.fromEntries(Object.entries(subschema).filter(([keyword]) => BESIDE_REFERENCES.has(keyword)));
  }) as CallerSchema;
}

function withoutDialect({ $schema: _, ...keywords }: CallerSchema): CallerSchema {
  return keywords;
}

type Fault = NonNullable<ValidateFunction['errors']>[number];

function wordsOf({ instancePath, message = 'is wrong', params }: Fault, whole: string): string {
  const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params.allowedValues).slice(0, 200)}` : '';
  return `${instancePath === '' ? whole : instancePath} ${message}${allowed}`;
}
