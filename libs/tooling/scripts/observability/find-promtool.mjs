// Finds promtool on the PATH, or unpacks Debian's package into the cache without installing it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const CACHE = path.join(root, '.cache/promtool');

export const PROMTOOL_SOURCES =
  'promtool (https://prometheus.io/download; Debian, Ubuntu: apt install prometheus), apt-get with dpkg-deb';

export function findPromtool() {
  if (works('promtool')) return 'promtool';
  const program = path.join(CACHE, 'usr/bin/promtool');
  if (!existsSync(program)) unpack();
  return works(program) ? program : undefined;
}

const works = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

function unpack() {
  mkdirSync(path.dirname(CACHE), { recursive: true });
  // Renamed when complete, so that an interrupted or concurrent fetch leaves no partial folder.
  const partial = mkdtempSync(`${CACHE}-`);
  const quiet = { cwd: partial, stdio: 'ignore', timeout: 120_000 };
  if (spawnSync('apt-get', ['download', 'prometheus'], quiet).status === 0) {
    const [archive] = readdirSync(partial);
    if (spawnSync('dpkg-deb', ['-x', archive, partial], quiet).status === 0 && !existsSync(CACHE)) {
      rmSync(path.join(partial, archive));
      renameSync(partial, CACHE);
      return;
    }
  }
  rmSync(partial, { recursive: true });
}
