import { parseArgs } from 'node:util';
import { benchExtraction } from './bench-extraction';
import { makePages } from './make-pages';
import { readPages } from './read-pages';
import { isOnOneCore, runOnOneCore } from './run-on-one-core';

const USAGE = `npm run bench -- [--pages FOLDER] [--every N] [--rounds N] [--warm-up N] [--only REGEXP]
  --pages   folder of *.html or *.html.gz (default: generated pages)
  --every   use every Nth file of the folder
  --rounds  measurements per page (3)
  --warm-up pages before the measurement (600): V8 compiles during the first 500
  --only    contenders to run, by name; the yardstick always runs
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      every: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '600' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  for (const name of ['every', 'rounds', 'warm-up'] as const) {
    if (!/^\d{1,6}$/.test(values[name])) throw new Error(`--${name} is not an integer: ${values[name]}`);
  }
  const pinned = runOnOneCore();
  if (pinned !== undefined) return pinned;
  const pages = values.pages === undefined ? makePages(48) : readPages(values.pages, Number(values.every));
  if (pages.length === 0) {
    process.stderr.write(`No *.html or *.html.gz found in ${values.pages}.\n`);
    return 1;
  }
  const report = await benchExtraction(pages, {
    rounds: Number(values.rounds),
    warmUpPages: Number(values['warm-up']),
    only: new RegExp(values.only),
  });
  process.stdout.write(`${isOnOneCore() ? 'On one core.' : 'On all cores.'} ${report}`);
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
  },
);
