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
  /** Validation errors, most important first. @throws SchemaTooComplexError */
  faultsOf(value: unknown, limitMs: number): string[];
}

export class InvalidSchemaError extends Error {
  override readonly name = 'InvalidSchemaError';
}

/** Compiling or validating exceeded its time limit. */
export class SchemaTooComplexError extends InvalidSchemaError {
  constructor(options?: ErrorOptions) {
    super('It is too large or too complex.', options);
  }
}

const MAX_FAULTS = 10;
const MAX_COMPILED = 100;

const REMEMBERED = new LRUCache<string, CompiledSchema>({ max: MAX_COMPILED });

/**
 * ajv generates code. Schemas cannot inject any: names are escaped, formats, custom keywords and `$data` are off, and
 * patterns run in a linear-time engine.
 */
const OPTIONS: Options = {
  strict: false,
  logger: false,
  allErrors: true,
  // Formats are annotations since draft 2019-09, and their patterns would run in JavaScript's engine.
  validateFormats: false,
  inlineRefs: false,
  // Otherwise `required: ["toString"]` would always pass.
  ownProperties: true,
  code: { regExp: Object.assign(linearRegExp, { code: 'undefined' }) },
};

function linearRegExp(pattern: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text: string) => compiled.test(text), toString: () => pattern };
}

/** One instance per schema separates equal `$id`s. The meta-schemas are slow to compile, so they are compiled once. */
const ALONE: Options = { ...OPTIONS, validateSchema: false, meta: false };
const DRAFT_2020 = { checker: new Ajv2020(OPTIONS), create: () => new Ajv2020(ALONE) };
const DRAFT_2019 = { checker: new Ajv2019(OPTIONS), create: () => new Ajv2019(ALONE) };
const DRAFT_7 = { checker: new Ajv(OPTIONS), create: () => new Ajv(ALONE) };
/** Also draft 6. */
const DRAFT_7_BY_NAME = { ...DRAFT_7, read: withLoneReferences };

interface Draft {
  checker: Ajv;
  create(): Ajv;
  read?(schema: CallerSchema): CallerSchema;
}

/**
 * Accepts drafts 6, 7, 2019-09 and 2020-12.
 * @throws InvalidSchemaError for invalid schemas, remote references, non-linear patterns and keywords that ajv
 * evaluates incorrectly
 * @throws SchemaTooComplexError after `limitMs`
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

/** All patterns of a schema. @throws InvalidSchemaError */
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

const NESTED_TOO_DEEP = 'It is nested too deeply, or a reference cannot be resolved.';

/** Without `$schema` both drafts are tried. */
function draftsOf(dialect: unknown): Draft[] {
  if (typeof dialect !== 'string') return [DRAFT_2020, DRAFT_7];
  const [, name] = /^https?:\/\/json-schema\.org\/draft[-/](2020-12|2019-09|0[67])\/schema#?$/.exec(dialect) ?? [];
  if (name === '2020-12') return [DRAFT_2020];
  if (name === '2019-09') return [DRAFT_2019];
  if (name !== undefined) return [DRAFT_7_BY_NAME];
  throw new InvalidSchemaError(`Unknown dialect ${dialect.slice(0, 100)}: use draft 6, 7, 2019-09 or 2020-12.`);
}

function compileIn(drafts: readonly Draft[], schema: CallerSchema, limitMs: number) {
  let leftMs = limitMs;
  let first: unknown;
  for (const { checker, create, read = (same: CallerSchema) => same } of drafts) {
    // The first call compiles the meta-schemas; it is not subject to the caller's time limit.
    checker.validateSchema({});
    const from = performance.now();
    try {
      return runWithin(Math.max(1, Math.floor(leftMs)), () => {
        if (checker.validateSchema(schema) !== true) throw new Error(wordsOf(checker.errors![0]!, 'the schema'));
        const unsupported = findUnsupported(schema);
        if (unsupported !== undefined) throw new Error(unsupported);
        return create().compile(read(schema)) as ValidateFunction;
      });
    } catch (error) {
      if (error instanceof TookTooLongError) throw new SchemaTooComplexError({ cause: error });
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
    throw new SchemaTooComplexError({ cause: error });
  }
}

const BESIDE_REFERENCES = new Set(['$ref', '$defs', 'definitions']);

/** Up to draft 7, siblings of `$ref` have no effect. */
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
