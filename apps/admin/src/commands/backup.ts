import path from 'node:path';
import { noteChange } from '@orbweaver/persistence';
import { openContentsOfCommand, trustedAuthorities } from '@orbweaver/platform';
import { datedName, keepNewest } from '../backup/keep-newest';
import { writeBackup } from '../backup/write-backup';
import { type Command, CommandError } from '../command';
import { readCount } from '../read-option';
import { describeBackup } from './backup-verify';

/** Share of objects that expiring jobs may delete during a backup. More are a wrong bucket or a loss. */
const MOST_MISSING = 0.1;

export const backup: Command = {
  name: 'backup',
  summary: 'Copy the database and its objects into a new folder, while services work',
  options: {
    keep: {
      description: 'Write to a dated folder in FOLDER, and delete all but the N newest of them',
      placeholder: 'N',
    },
  },
  positionals: ['FOLDER'],
  async run({ options, positionals }, { config, actor, databaseUrl, database, print, warn }) {
    const root = path.resolve(positionals[0]!);
    const keep = options.keep === undefined ? undefined : readCount('keep', options.keep);
    const folder = keep === undefined ? root : path.join(root, datedName(new Date()));
    const address = { url: await databaseUrl(), authorities: trustedAuthorities(config.EXTRA_CA_CERTS) };
    // The snapshot contains the entry, too.
    await noteChange(await database(), actor, { action: 'backup', teamId: null, target: folder, changes: {} });
    const { stored: contents, close } = await openContentsOfCommand(config);
    try {
      const manifest = await writeBackup(folder, { address, contents });
      const { copied, missing } = manifest.objects;
      print(`wrote ${folder}: ${describeBackup(manifest)}`);
      if (missing > MOST_MISSING * (copied + missing)) {
        throw new CommandError(
          `${missing} of ${copied + missing} objects were not found, so no older backup was deleted. Check OBJECT_STORE_URL and its prefix.`,
        );
      }
      if (missing > 0) warn(`${missing} documents had no object. Their jobs have expired, or the objects are lost.`);
      for (const name of keep === undefined ? [] : await keepNewest(root, keep)) print(`deleted ${name}`);
      print('It contains documents, webhook headers and hashes of keys. Encrypt it before it leaves the machine.');
    } finally {
      close();
    }
  },
};
