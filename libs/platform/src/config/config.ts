import { z } from 'zod';
import { duration } from './durations';
import { explainIssue } from './explain-issue';

/** A configuration schema: one field per environment variable, named like it. */
export type ConfigSchema<C = unknown> = z.ZodType<C> & { shape: Record<string, z.ZodType> };

/** The exit status of a process whose configuration is wrong (sysexits' EX_CONFIG). */
export const EXIT_CONFIG = 78;

/** Everything wrong with the environment, one line a problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`the configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

export type Environment = Record<string, string | undefined>;

/** Checks variables together, given which of them are set; returns a line a problem, `NAME: text`. */
export type ConfigRule = (isSet: (variable: string) => boolean) => readonly string[];

/**
 * Reads the variables that the schemas name. A variable set to nothing counts as not set, because compose files and
 * shells cannot tell the two apart. @throws ConfigError with every problem of every schema and rule; values are not
 * repeated in it
 */
export function loadConfigs<S extends Record<string, ConfigSchema>>(
  schemas: S,
  environment: Environment,
  rules: readonly ConfigRule[] = [],
): { [K in keyof S]: z.infer<S[K]> } {
  const isSet = (variable: string) => (environment[variable] ?? '') !== '';
  const renamed = Object.keys(environment).flatMap((name) => refuseRenamed(name) ?? []);
  const problems = new Set([...renamed, ...rules.flatMap((rule) => rule(isSet))]);
  const configs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const result = schema.safeParse(pick(environment, Object.keys(schema.shape)), { error: explainIssue });
    if (result.success) configs[name] = result.data;
    else for (const issue of result.error.issues) problems.add(`${issue.path.join('.')}: ${issue.message}`);
  }
  if (problems.size > 0) throw new ConfigError([...problems]);
  return configs as { [K in keyof S]: z.infer<S[K]> };
}

/** Settings whose name bore their unit. A value would mean something else under the new name, so it is not taken over. */
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
  return name === undefined ? undefined : `${variable}: is now called ${name}`;
}

function pick(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, environment[name] === '' ? undefined : environment[name]]));
}

export interface ConfigField {
  name: string;
  description: string;
  /**
   * The default as documented; absent: none. A value that the machine decides (cores, memory, the home folder) is not a
   * default in this sense, as it would differ with every run: such a field is `.optional().transform(…)`, and its
   * description names the value in words.
   */
  default?: string;
}

/** The fields of a schema as documentation. A field without a description is a fault of ours. */
export function describeConfig(schema: ConfigSchema): ConfigField[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const description = field.description;
    if (description === undefined) throw new Error(`configuration field ${name} has no description`);
    // The default as the variable is written, where a transformation follows; else the default of the parsed value.
    const shown = String(defaultOf(field, 'input') ?? defaultOf(field, 'output') ?? '');
    return { name, description, ...(shown === '' ? {} : { default: shown }) };
  });
}

function defaultOf(field: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(field, { io, unrepresentable: 'any' }).default;
}

/** A comma list, trimmed, without empty items. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/**
 * The field EGRESS_ALLOW, the same for every service that reads it.
 * @param read throws an Error that names the entries it does not understand
 */
export const egressAllow = (read: (text: string) => unknown) =>
  hostList(read).describe(
    "Comma list of host names (`*.intern`: all subdomains), addresses and CIDRs that are allowed although they are not public or are in this machine's own networks. An entry with a port (`wiki.intern:8080`, `[fd00::/8]:443`) allows only that port",
  );

/** The field EGRESS_DENY, likewise. */
export const egressDeny = (read: (text: string) => unknown) =>
  hostList(read).describe(
    'Comma list of host names (`*.example.com`: every name below), addresses and CIDRs, each with all its ports or with one (`shop.example:8080`), that may not be reached, not even when they are allowed; a request that names one is answered 403',
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

/** The setting WEBHOOK_SECRET, shared by all services that read it. */
export const webhookSecret = z
  .string()
  .min(16)
  .optional()
  .describe(
    'Master secret from which the webhook secrets of teams are derived, at least 16 characters. Must be the same for gateway, results and the command. Without it deliveries are not signed',
  );

/** The field PAGE_CACHE_MAX_MIB, the same for every service that reads it. */
export const pageCacheMaxMib = z.coerce
  .number()
  .int()
  .min(0)
  .default(1024)
  .describe('How much of what pages answered is kept for later requests, for all teams together; 0: no page cache');

/** The field PAGE_CACHE_PER_TEAM, the same for every service that reads it. */
export const pageCachePerTeam = z
  .stringbool()
  .default(true)
  .describe(
    '`true`: each team has its own page cache; `false`: teams share cached pages. Must be the same for gateway, frontier and results',
  );

/** The field ZERO_RETENTION_HOLD, the same for every service that reads it. */
export const zeroRetentionHold = duration
  .prefault('10m')
  .describe(
    'How long what an ended batch or crawl with `zeroDataRetention` has stored waits to be read, from its end and from each page of an answer behind which there are more',
  );

/** `true`, `1`, `yes`, `on` and their opposites; anything else is a mistake, not false. */
export const flag = z.stringbool();
