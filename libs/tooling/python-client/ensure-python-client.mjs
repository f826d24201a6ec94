import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { MissingToolError } from '../scripts/missing-tool.mjs';

const run = promisify(execFile);
const cacheDir = path.resolve(import.meta.dirname, '../../../.cache/python-client');
const requirements = path.join(import.meta.dirname, 'requirements.txt');

const ADVICE =
  'The suites of Python clients need Python 3.11 or later with pip on the PATH (Debian, Ubuntu: apt install python3-pip; macOS: brew install python), and PyPI the first time.';

/**
 * Python with openapi-python-client, firecrawl-py, warcio and their dependencies. On the first run pip fetches them.
 * @returns {Promise<{ python: string, packages: string }>} program, and folder for PYTHONPATH
 * @throws MissingToolError
 */
export async function ensurePythonClient(say = () => undefined) {
  const python = 'python3';
  const version = await tell(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  const [, minor] = version.split('.').map(Number);
  if (!version.startsWith('3.') || minor < 11) throw new MissingToolError(`Python ${version} is too old. ${ADVICE}`);
  const hash = createHash('sha256')
    .update(await readFile(requirements))
    .update(`${version} ${process.platform} ${process.arch}`);
  const packages = path.join(cacheDir, hash.digest('hex').slice(0, 12));
  if (existsSync(packages)) return { python, packages };
  say('fetching openapi-python-client, firecrawl-py and warcio with pip (once, about 25 MB)');
  // Renamed when complete: an interrupted or concurrent fetch leaves no partial folder.
  const partial = `${packages}.${process.pid}`;
  await mkdir(cacheDir, { recursive: true });
  try {
    const what = ['--target', partial, '--no-deps', '--only-binary', ':all:', '--requirement', requirements];
    await tell(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...what]);
    await rename(partial, packages);
  } catch (error) {
    if (!existsSync(packages)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return { python, packages };
}

async function tell(program, args) {
  try {
    const { stdout } = await run(program, args);
    return stdout.trim();
  } catch (error) {
    const why = error.code === 'ENOENT' ? `${program} was not found` : String(error.stderr).trim().split('\n').at(-1);
    throw new MissingToolError(`${why}. ${ADVICE}`);
  }
}
