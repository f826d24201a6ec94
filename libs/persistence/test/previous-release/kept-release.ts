import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ID_TIMES } from '../fill-large-database';

/** The recorded statements of a release, against which the next release's migrations are tested. */
export interface KeptRelease {
  lastMigration: string;
  /** Statements that fill the database: ended jobs and a crawl in its middle. */
  data: string[];
  statements: KeptStatement[];
}

export interface KeptStatement {
  sentBy: string;
  text: string;
  values: unknown[];
}

export const KEPT_RELEASE = path.join(__dirname, 'release.json');

/** Ids start with the time of their job and due times depend on the hour, so both are stored as placeholders. */
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
