import { z } from 'zod';

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

type Environment = Record<string, string | undefined>;

/**
 * Reads the variables that the schemas name. A variable that is set to nothing counts as not set, as
 * compose files and shells cannot tell the two apart.
 * @throws ConfigError with every problem of every schema; values are not repeated in it
 */
export function loadConfigs<S extends Record<string, ConfigSchema>>(
  schemas: S,
  environment: Environment,
): { [K in keyof S]: z.infer<S[K]> } {
  const problems = new Set<string>();
  const configs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const result = schema.safeParse(pick(environment, Object.keys(schema.shape)));
    if (result.success) configs[name] = result.data;
    else for (const issue of result.error.issues) problems.add(`${issue.path.join('.')}: ${issue.message}`);
  }
  if (problems.size > 0) throw new ConfigError([...problems]);
  return configs as { [K in keyof S]: z.infer<S[K]> };
}

function pick(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, environment[name] === '' ? undefined : environment[name]]));
}

export interface ConfigField {
  name: string;
  description: string;
  /** As the README shows it; absent: none. */
  default?: string;
}

/** The fields of a schema as documentation. A field without a description is an error of ours. */
export function describeConfig(schema: ConfigSchema): ConfigField[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const description = field.description;
    if (description === undefined) throw new Error(`configuration field ${name} has no description`);
    const { default: value } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
    return { name, description, ...(value === undefined || value === '' ? {} : { default: String(value) }) };
  });
}

/** A comma list, trimmed, without empty items. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** `true`, `1`, `yes`, `on` and their opposites; anything else is a mistake, not false. */
export const flag = z.stringbool();
