// Writes the configuration and topic tables of the README from the schemas; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './workspace.mjs';

const require = createRequire(import.meta.url);
const load = (dir) => require(path.join(root, dir, 'dist/index.js'));
const { describeConfig, platformConfig } = load('libs/platform');
const { allTopics } = load('libs/contracts');
const services = ['gateway', 'frontier', 'renderer', 'results'].map((name) => load(`apps/${name}`)[name]);

const EVERY_PROCESS = 'every process';

const tables = { configuration: configurationTable(), topics: topicTable() };
const file = path.join(root, 'README.md');
const before = readFileSync(file, 'utf8');
const after = Object.entries(tables).reduce(replace, before);

if (process.argv.includes('--check')) {
  if (after === before) process.exit(0);
  console.error('the tables of README.md are not those of the code; run: node libs/tooling/scripts/readme-tables.mjs');
  process.exit(1);
}
writeFileSync(file, after);

function replace(text, [name, table]) {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no place for the ${name} table (${start} … ${end})`);
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`;
}

/** One row a variable; a variable that several services read is described once. */
function configurationTable() {
  const rows = new Map();
  const sources = [[EVERY_PROCESS, platformConfig], ...services.map((service) => [service.name, service.config])];
  for (const [reader, schema] of sources) {
    for (const field of describeConfig(schema)) {
      const row = rows.get(field.name);
      if (row === undefined) rows.set(field.name, { ...field, readers: [reader] });
      else if (!row.readers.includes(EVERY_PROCESS)) row.readers.push(reader);
    }
  }
  const cell = (text) => text.replaceAll('|', '\\|');
  const lines = [...rows.values()].map(
    ({ name, description, default: value, readers }) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${cell(value)}\``} | ${cell(description)} | ${readers.join(', ')} |`,
  );
  return ['| Variable | Default | Meaning | Read by |', '|---|---|---|---|', ...lines].join('\n');
}

function topicTable() {
  const time = (ms) => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);
  const lines = allTopics.map(
    (topic) => `| \`${topic.name}\` | ${topic.partitions} | ${topic.order} | ${time(topic.retentionMs)} |`,
  );
  return ['| Topic | Partitions | Order | Kept for |', '|---|---|---|---|', ...lines].join('\n');
}
