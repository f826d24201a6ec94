import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Threads and processes run plain JavaScript files. In dist such a file is next to this one; under jest this source
 * runs and the built file of the same sources is used: build (`tsc -b`) before these tests.
 */
export function builtFile(name: string): string {
  const beside = join(__dirname, name);
  return existsSync(beside) ? beside : join(__dirname, '../../dist/pool', name);
}
