// The Node.js version of the images, for suites that depend on it.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { MissingToolError } from './missing-tool.mjs';
import { root } from './workspace.mjs';

const run = promisify(execFile);
const cacheDir = path.join(root, '.cache/node');

/**
 * The program of the major version in the Dockerfiles: this process's, or one that npm fetches once.
 * @throws MissingToolError
 */
export async function ensureImageNode(say = () => undefined) {
  const major = imageNodeMajor();
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = path.join(cacheDir, `${major}-${process.platform}-${process.arch}`);
  const program = path.join(folder, 'node_modules/node/bin/node');
  if (existsSync(program)) return program;
  say(`fetching Node.js ${major} of the images with npm (once, about 50 MB)`);
  // Renamed when complete: an interrupted or concurrent fetch leaves no partial folder.
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await run('npm', ['install', '--prefix', partial, '--no-audit', '--no-fund', '--no-package-lock', `node@${major}`]);
    await run(path.join(partial, 'node_modules/node/bin/node'), ['--version']);
    await rename(partial, folder);
  } catch (error) {
    if (!existsSync(program))
      throw new MissingToolError(
        `npm could not fetch Node.js ${major} of the images: ${String(error.stderr || error.message).trim()}`,
      );
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return program;
}

function imageNodeMajor() {
  const dockerfile = readFileSync(path.join(root, 'docker/service.Dockerfile'), 'utf8');
  const [, major] = /^FROM node:(\d+)/m.exec(dockerfile);
  return major;
}
