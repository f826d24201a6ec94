import { MAX_RETENTION_HOURS } from '@orbweaver/core';
import { z } from 'zod';
import { duration, durationWithin } from './durations';
import { explainIssue } from './explain-issue';

export type ConfigSchema<C = unknown> = z.ZodType<C> & { shape: Record<string, z.ZodType> };

/** Exit status for an invalid configuration (EX_CONFIG of sysexits). */
export const EXIT_CONFIG = 78;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

export type Environment = Record<string, string | undefined>;

/** A rule across variables. Returns problems as `NAME: text`. */
export type ConfigRule = (
  isSet: (variable: string) => boolean,
  readText: (variable: string) => string | undefined,
) => readonly string[];

/**
 * Reads the variables of the schemas. Empty variables count as unset, because compose files and shells cannot
 * distinguish them.
 * @throws ConfigError with all problems of schemas and rules, without values
 */
export function loadConfigs<S extends Record<string, ConfigSchema>>(
  schemas: S,
  environment: Environment,
  rules: readonly ConfigRule[] = [],
): { [K in keyof S]: z.infer<S[K]> } {
  const isSet = (variable: string) => (environment[variable] ?? '') !== '';
  const readText = (variable: string) => environment[variable];
  const renamed = Object.keys(environment).flatMap((name) => refuseRenamed(name) ?? []);
  const problems = new Set([...renamed, ...rules.flatMap((rule) => rule(isSet, readText))]);
  const configs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const result = schema.safeParse(pick(environment, Object.keys(schema.shape)), { error: explainIssue });
    if (result.success) configs[name] = result.data;
    else for (const issue of result.error.issues) problems.add(`${issue.path.join('.')}: ${issue.message}`);
  }
  if (problems.size > 0) throw new ConfigError([...problems]);
  return configs as { [K in keyof S]: z.infer<S[K]> };
}

/** Renamed settings. Their values are not used, because the new settings need a unit. */
const RENAMED = new Map(
  Object.entries({
    DRAIN_TIMEOUT_MS: 'DRAIN_TIMEOUT, with a unit (10s)',
    JOB_TTL_HOURS: 'JOB_TTL, with a unit (24h)',
    EVENT_HEARTBEAT_MS: 'EVENT_HEARTBEAT, with a unit (15s)',
    FRONTIER_LEASE_ALLOWANCE_MS: 'FRONTIER_LEASE_ALLOWANCE, with a unit (10s)',
    RENDERER_BROWSER_MAX_AGE_MINUTES: 'RENDERER_BROWSER_MAX_AGE, with a unit (30m)',
    RENDERER_BROWSER_MAX_MEMORY_MB: 'RENDERER_BROWSER_MAX_MEMORY_MIB',
    RENDERER_EXTRACTION_HEAP_MB: 'RENDERER_EXTRACTION_HEAP_MIB',
    RENDERER_FILE_MEMORY_MB: 'RENDERER_FILE_MEMORY_MIB',
    RENDERER_MAX_PAGE_MB: 'RENDERER_MAX_PAGE_MIB',
  }),
);

function refuseRenamed(variable: string): string | undefined {
  const name = RENAMED.get(variable);
  return name === undefined ? undefined : `${variable}: was renamed to ${name}`;
}

/** Other programs read these in lower case too. */
const ALSO_IN_LOWER_CASE: ReadonlySet<string> = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']);

export function isReadInLowerCase(variable: string): boolean {
  return variable === variable.toLowerCase() && ALSO_IN_LOWER_CASE.has(variable.toUpperCase());
}

function pick(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, readVariable(environment, name)]));
}

function readVariable(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  const other = ALSO_IN_LOWER_CASE.has(name) ? environment[name.toLowerCase()] : undefined;
  return other === '' ? undefined : other;
}

export interface ConfigField {
  name: string;
  description: string;
  /**
   * Documented default, if any. Machine-dependent values (cores, memory, home folder) are not defaults: declare such a
   * field as `.optional().transform(…)` and describe the value.
   */
  default?: string;
}

/** The fields of a schema for the documentation. @throws Error for a field without a description */
export function describeConfig(schema: ConfigSchema): ConfigField[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const description = field.description;
    if (description === undefined) throw new Error(`configuration field ${name} has no description`);
    // As written in the environment if a transformation follows, otherwise as parsed.
    const shown = String(defaultOf(field, 'input') ?? defaultOf(field, 'output') ?? '');
    return { name, description, ...(shown === '' ? {} : { default: shown }) };
  });
}

function defaultOf(field: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(field, { io, unrepresentable: 'any' }).default;
}

export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** EGRESS_ALLOW, shared by all services that read it. @param read throws an Error that names invalid entries */
export const egressAllow = (read: (text: string) => unknown) =>
  hostList(read).describe(
    "Comma list of host names (`*.intern`: all subdomains), addresses and CIDRs that are allowed although they are private or belong to this machine's networks. An entry with a port (`wiki.intern:8080`, `[fd00::/8]:443`) allows only that port",
  );

export const egressDeny = (read: (text: string) => unknown) =>
  hostList(read).describe(
    'Comma list of host names (`*.example.com`: all subdomains), addresses and CIDRs that are blocked, with a port (`shop.example:8080`) or for all ports. Takes precedence over EGRESS_ALLOW. Requests for these hosts are answered with 403',
  );

function hostList(read: (text: string) => unknown) {
  return z
    .string()
    .superRefine((text, context) => {
      try {
        read(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      }
    })
    .default('');
}

export const webhookSecret = z
  .string()
  .min(16)
  .optional()
  .describe(
    'Master secret for deriving the webhook secrets of teams, at least 16 characters. Must be the same for gateway, results and the command. Without it deliveries are not signed',
  );

export const pageCacheMaxMib = z.coerce
  .number()
  .int()
  .min(0)
  .default(1024)
  .describe('Maximum size of the page cache for all teams together. 0 disables the cache');

export const pageCachePerTeam = z
  .stringbool()
  .default(true)
  .describe(
    '`true`: each team has its own page cache. `false`: teams share cached pages. Must be the same for gateway, frontier and results',
  );

export const zeroRetentionHold = duration
  .prefault('10m')
  .describe(
    'Time for fetching the documents of a batch or crawl with `zeroDataRetention`, from its end and again from each page of results that has a next one. Afterwards they are deleted',
  );

const jobLifetime = durationWithin(1, MAX_RETENTION_HOURS * 3_600_000);

export const jobTtl = jobLifetime
  .prefault('24h')
  .describe(
    'Time from the start of a job until it and its documents expire, unless the request (`expiresInHours`) or the team (`retentionHours`) has another.',
  );

export const jobTtlMax = jobLifetime
  .optional()
  .describe('Maximum of `expiresInHours` in requests and of `retentionHours` of teams. Default: `JOB_TTL`.');

interface JobLifetimes {
  JOB_TTL: number;
  JOB_TTL_MAX?: number | undefined;
}

/** In ms. */
export const maxJobLifetime = ({ JOB_TTL, JOB_TTL_MAX = JOB_TTL }: JobLifetimes): number => JOB_TTL_MAX;

/** For `refine` of a schema with both settings. */
export const hasValidJobTtlMax = (config: JobLifetimes): boolean => maxJobLifetime(config) >= config.JOB_TTL;
export const invalidJobTtlMax = { path: ['JOB_TTL_MAX'], message: 'must not be less than JOB_TTL' };

/** The fault of a team's `retentionHours`, if any. */
export function faultOfRetention(retentionHours: number | null | undefined, config: JobLifetimes): string | undefined {
  const maxHours = maxJobLifetime(config) / 3_600_000;
  if (retentionHours === null || retentionHours === undefined || retentionHours <= maxHours) return undefined;
  return `must be at most ${maxHours} (JOB_TTL_MAX, in hours)`;
}

/** `true`, `1`, `yes`, `on` and their opposites. Other values are errors. */
export const flag = z.stringbool();
