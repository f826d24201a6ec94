import { findRole } from './find-role';

/** sysexits' EX_USAGE. */
const EXIT_USAGE = 64;

const found = findRole(process.argv.slice(2));
if ('start' in found) {
  void found.start();
} else {
  process.stderr.write(`${found.error}\n`);
  process.exitCode = EXIT_USAGE;
}
