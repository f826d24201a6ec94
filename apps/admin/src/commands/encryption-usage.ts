import { encryptedTables, readKeysOfRows } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';

interface RowsOfKey {
  table: string;
  /** Null: rows without encryption. */
  keyId: string | null;
  rows: number;
  isKnown: boolean | null;
}

export const encryptionUsage: Command = {
  name: 'encryption usage',
  summary: 'Count stored contents by table and encryption key',
  options: { json: jsonOption },
  positionals: [],
  async run({ options }, context) {
    const database = await context.database();
    const known = new Set(context.config.ENCRYPTION_KEYS.map((entry) => (entry === 'none' ? undefined : entry.id)));
    const items: RowsOfKey[] = [];
    for (const table of encryptedTables) {
      const counts = new Map<string | null, number>();
      for await (const rows of readKeysOfRows(database, table)) {
        for (const { keyId } of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
      }
      for (const [keyId, rows] of counts) {
        items.push({ table, keyId, rows, isKnown: keyId === null ? null : known.has(keyId) });
      }
    }
    const row = ({ table, keyId, rows, isKnown }: RowsOfKey) => [
      table,
      keyId ?? 'none',
      String(rows),
      isKnown === null ? '-' : isKnown ? 'yes' : 'no',
    ];
    printList(context, options, { head: ['TABLE', 'KEY', 'ROWS', 'IN ENCRYPTION_KEYS'], items, row });
  },
};
