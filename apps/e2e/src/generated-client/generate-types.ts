import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../harness/workspace';

const run = promisify(execFile);
const tooling = path.join(repositoryRoot, 'libs/tooling/node_modules');

/** In this package, so that compiled code resolves openapi-fetch. */
const directory = path.join(repositoryRoot, 'apps/e2e/node_modules/.cache/generated-client');

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmitOnError: true,
  outDir: 'dist',
};

/**
 * Generates types from the document with the generator's defaults, and compiles the program against them. @returns the
 * compiled program. @throws with tsc's errors
 */
export async function compileAgainst(document: object, program: string): Promise<{ file: string; types: string }> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const at = (name: string) => path.join(directory, name);
  writeFileSync(at('openapi.json'), JSON.stringify(document));
  const generator = path.join(tooling, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, at('openapi.json'), '-o', at('openapi.d.ts')]);
  for (const source of [program, 'target.ts']) copyFileSync(path.join(__dirname, source), at(source));
  writeFileSync(at('package.json'), '{"type": "commonjs"}');
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  await run(process.execPath, [path.join(repositoryRoot, 'node_modules/typescript/bin/tsc'), '-p', directory]).catch(
    (error: { stdout?: string }) => {
      throw new Error(`The program does not fit the generated types:\n${error.stdout}`);
    },
  );
  return { file: at(`dist/${program.replace(/\.ts$/, '.js')}`), types: at('openapi.d.ts') };
}
