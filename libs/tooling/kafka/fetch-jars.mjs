import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MissingToolError } from '../scripts/missing-tool.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
export const cacheDir = path.resolve(here, '../../../.cache/kafka');

/** The folder with Kafka's jars, fetched by Maven the first time. */
export async function fetchJars(say) {
  const pom = path.join(here, 'pom.xml');
  const version = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 12);
  const dir = path.join(cacheDir, `jars-${version}`);
  if (existsSync(dir)) return dir;
  say('fetching Kafka with Maven (once, about 42 MB)');
  // Renamed when complete: an interrupted or concurrent fetch leaves no partial folder.
  const partial = `${dir}.${process.pid}`;
  await mkdir(cacheDir, { recursive: true });
  const output = [`-DoutputDirectory=${partial}`, '-DincludeScope=runtime'];
  await runTool('mvn', ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', ...output], MAVEN_ADVICE);
  try {
    await rename(partial, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    await rm(partial, { recursive: true, force: true });
  }
  return dir;
}

/** @throws MissingToolError when there is no Java 17 or later */
export async function checkJava() {
  const text = await runTool('java', ['-version'], JAVA_ADVICE);
  const major = Number(/version "(\d+)/.exec(text)?.[1] ?? 0);
  if (major < 17) throw new MissingToolError(`Java ${major} is too old. ${JAVA_ADVICE}`);
}

const JAVA_ADVICE =
  'Kafka needs Java 17 or later on the PATH (Debian, Ubuntu: apt install openjdk-17-jre-headless; macOS: brew install openjdk@17).';
const MAVEN_ADVICE =
  'Maven is needed on the PATH to fetch Kafka the first time (Debian, Ubuntu: apt install maven; macOS: brew install maven).';

/** Runs a program and returns its output of both streams. */
function runTool(program, args, advice) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const add = (chunk) => {
      text += chunk;
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) =>
      reject(error.code === 'ENOENT' ? new MissingToolError(`${program} was not found. ${advice}`) : error),
    );
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${program} ended with status ${code}:\n${text.slice(-4000)}`)),
    );
  });
}
