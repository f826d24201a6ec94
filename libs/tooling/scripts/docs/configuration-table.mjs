// Table of all environment variables, from their schemas.
import { load } from './load.mjs';

const EVERY_PROCESS = 'every process';

/** @returns {{ name: string, description: string, default?: string, readers: string[] }[]} */
export function readVariables() {
  const { describeConfig, platformConfig } = load('libs/platform');
  const services = ['gateway', 'frontier', 'renderer', 'results'].map((name) => load(`apps/${name}`)[name]);
  const rows = new Map();
  const sources = [[EVERY_PROCESS, platformConfig], ...services.map((service) => [service.name, service.config])];
  for (const [reader, schema] of sources) {
    for (const field of describeConfig(schema)) {
      const row = rows.get(field.name);
      if (row === undefined) rows.set(field.name, { ...field, readers: [reader] });
      else if (!row.readers.includes(EVERY_PROCESS)) row.readers.push(reader);
    }
  }
  return [...rows.values()];
}

/** One row per variable, also when several services read it. */
export function writeConfigurationTable() {
  const cell = (text) => text.replaceAll('|', '\\|');
  const lines = readVariables().map(
    ({ name, description, default: value, readers }) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${cell(value)}\``} | ${cell(description)} | ${readers.join(', ')} |`,
  );
  return ['| Variable | Default | Meaning | Read by |', '|---|---|---|---|', ...lines].join('\n');
}
