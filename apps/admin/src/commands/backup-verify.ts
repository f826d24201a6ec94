import path from 'node:path';
import type { Manifest } from '../backup/manifest';
import { verifyBackup } from '../backup/verify-backup';
import type { Command } from '../command';

export const backupVerify: Command = {
  name: 'backup verify',
  summary: 'Compare every file of a backup with its manifest',
  options: {},
  positionals: ['FOLDER'],
  async run({ positionals }, { print }) {
    print(`intact: ${describeBackup(await verifyBackup(path.resolve(positionals[0]!)))}`);
  },
};

export function describeBackup({ takenAt, tables, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${objects.copied} objects as of ${takenAt}`;
}
