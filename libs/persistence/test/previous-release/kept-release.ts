import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ID_TIMES } from '../fill-large-database';

/** What a release sent to its database, kept so that the migrations of the next are tried beneath it. */
export interface KeptRelease {
  lastMigration: string;
  /** Statements that fill its database: ended jobs, and a crawl in its middle. */
  data: string[];
  /** Of the functions that are called for each page, request or round, a text once. */
  statements: KeptStatement[];
}

export interface KeptStatement {
  /** The function that sent it. */
  sentBy: string;
  text: string;
  values: unknown[];
}

export const KEPT_RELEASE = path.join(__dirname, 'release.json');

/** Ids begin with the time of their job, and what is due depends on the hour: both are kept as places to be filled in. */
const TIMES = Object.entries(ID_TIMES).flatMap(([day, hex]): [written: string, kept: string][] => [
  [hex, `<${day}>`],
  [`${hex.slice(0, 8)}-${hex.slice(8)}`, `<${day}->`],
]);
const INSTANT = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g;

export function writeKept(release: KeptRelease): string {
  const now = Date.now();
  const json = JSON.stringify(release, withBytes, 1).replaceAll(
    INSTANT,
    (_, instant: string) => `"<now ${Math.round((Date.parse(instant) - now) / 1000)}>"`,
  );
  return `${TIMES.reduce((text, [written, kept]) => text.replaceAll(written, kept), json)}\n`;
}

export function readKept(): KeptRelease {
  const json = TIMES.reduce(
    (text, [written, kept]) => text.replaceAll(kept, written),
    readFileSync(KEPT_RELEASE, 'utf8'),
  );
  const now = Date.now();
  const timed = json.replaceAll(
    /"<now (-?\d+)>"/g,
    (_, seconds: string) => `"${new Date(now + 1000 * Number(seconds)).toISOString()}"`,
  );
  return JSON.parse(timed, (_, value) =>
    typeof value?.$bytes === 'string' ? Buffer.from(value.$bytes, 'hex') : value,
  ) as KeptRelease;
}

function withBytes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  if (original instanceof Uint8Array) return { $bytes: Buffer.from(original).toString('hex') };
  return typeof original === 'bigint' ? String(original) : value;
}
