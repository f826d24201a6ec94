// Checks a Dockerfile without a container engine: syntax, existence of copied files, conventions.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import dockerfileUtils from 'dockerfile-utils';
import { root } from '../workspace.mjs';

/** A digest is immutable; a tag is not. */
export const PINNED = /@sha256:[0-9a-f]{64}(?:\s|$)/;

const { validate, ValidationSeverity } = dockerfileUtils;

export function checkDockerfile(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const settings = { instructionCasing: ValidationSeverity.ERROR, deprecatedMaintainer: ValidationSeverity.ERROR };
  const syntax = validate(text, settings).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  return [...syntax, ...checkInstructions(readInstructions(text))];
}

/** Instructions with their arguments; continued lines joined, comments removed. */
function readInstructions(text) {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  return [...joined.matchAll(/^([A-Z]+)\s+(.*)$/gm)].map(([, name, args]) => ({ name, args }));
}

function checkInstructions(instructions) {
  const problems = [];
  const all = (name) => instructions.filter((instruction) => instruction.name === name).map(({ args }) => args);
  const stages = all('FROM').map((args) => args.match(/\sAS\s+(\S+)$/i)?.[1]);
  for (const args of all('FROM')) {
    if (!/:\d/.test(args)) problems.push(`FROM ${args}: names no version`);
    if (!stages.includes(args.split(' ')[0]) && !PINNED.test(args)) problems.push(`FROM ${args}: names no digest`);
  }
  for (const args of all('COPY')) {
    const from = args.match(/--from=(\S+)/)?.[1];
    const sources = args
      .split(/\s+/)
      .filter((word) => !word.startsWith('--'))
      .slice(0, -1);
    if (from !== undefined && !stages.includes(from)) problems.push(`COPY --from=${from}: there is no such stage`);
    if (from !== undefined) continue;
    for (const source of sources.filter((name) => !existsSync(path.join(root, name)))) {
      problems.push(`COPY ${source}: does not exist`);
    }
  }
  for (const [, file] of instructions.flatMap(({ args }) => [...args.matchAll(/node ((?:apps|libs)\/\S+)/g)])) {
    if (!existsSync(path.join(root, file))) problems.push(`node ${file}: does not exist`);
  }
  if (!/^[1-9]\d*(?::\d+)?$/.test(all('USER').at(-1) ?? ''))
    problems.push('does not end as a user with a number above 0');
  if (!all('ENTRYPOINT').at(-1)?.startsWith('["tini"'))
    problems.push('does not start with tini, which reaps orphaned processes');
  for (const label of ['title', 'licenses', 'version', 'revision']) {
    const isSet = all('LABEL').some((args) => args.includes(`org.opencontainers.image.${label}=`));
    if (!isSet) problems.push(`has no label org.opencontainers.image.${label}`);
  }
  return problems;
}
