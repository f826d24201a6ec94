import { created, type DeletableTable, deleteRowsOfKey, noteChange, readKeysOfRows } from '@orbweaver/persistence';
import { type Command, CommandError, UsageError } from '../command';

export const encryptionDelete: Command = {
  name: 'encryption delete',
  summary: 'Delete versions of change tracking and enrichments that are encrypted with a lost key',
  options: {
    key: { description: 'id of the lost key', placeholder: 'ID', required: true },
    yes: { description: 'confirm the deletion, which cannot be undone', required: true },
  },
  positionals: [],
  async run({ options: { key: keyId = '' } }, { config, actor, database: open, print }) {
    if (!/^[0-9a-f]{16}$/.test(keyId)) {
      throw new UsageError('--key must be the id of a key. List ids: orbweaver encryption usage');
    }
    if (config.ENCRYPTION_KEYS.some((entry) => entry !== 'none' && entry.id === keyId)) {
      throw new CommandError(`The key ${keyId} is in ENCRYPTION_KEYS, so its rows can be read. Nothing was deleted.`);
    }
    const database = await open();
    const deleteFrom = async (table: DeletableTable) => {
      let deleted = 0;
      for await (const rows of readKeysOfRows(database, table)) {
        const ids = rows.filter((row) => row.keyId === keyId).map(({ id }) => id);
        if (ids.length > 0) deleted += await deleteRowsOfKey(database, table, { ids, keyId });
      }
      return deleted;
    };
    const versions = await deleteFrom('page_history');
    const enrichments = await deleteFrom('enrichments');
    const changes = created({ versions, enrichments });
    await noteChange(database, actor, { action: 'encryption.delete', teamId: null, target: keyId, changes });
    print(`deleted ${versions} versions and ${enrichments} enrichments of the key ${keyId}`);
  },
};
