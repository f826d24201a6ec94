// Counts idioms per 100 words in comments, test titles and documentation, by package. Exits with 1 and lists every
// idiom of the packages above the limit. `node check-style.mjs apps/gateway …` lists those of the named packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IDIOMS, MAX_PER_100_WORDS, NAME_IDIOMS, PAIRS } from '../style/idioms.mjs';
import { root, say } from './workspace.mjs';

const WORD = /[A-Za-z][A-Za-z'-]*/g;
/** Comments of TypeScript and JavaScript, and of SQL within them. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*|(?<=\n *)-- [^\n]*/g;
const PYTHON_COMMENT = /"""[\s\S]*?"""|(?<=^|\n|\s)# [^\n]*/g;
const TITLE = /\b(?:it|test|describe)(?:\.each\([^\n]*\))?\(\s*(?:'([^'\n]*)'|`([^`]*)`|"([^"\n]*)")/g;
const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const MARKDOWN_CODE = /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g;

for (const [before, after] of PAIRS) {
  if (idiomsOf(before).length === 0) throw new Error(`No pattern finds: ${before}`);
  if (idiomsOf(after).length > 0) throw new Error(`A pattern rejects the plain sentence: ${after}`);
}

const named = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const packages = new Map();
for (const file of listFiles()) {
  const owner = file.includes('/') ? file.split('/').slice(0, 2).join('/') : '.';
  const counted = packages.get(owner) ?? { words: 0, found: [] };
  packages.set(owner, counted);
  for (const { text, line } of proseOf(file)) {
    counted.words += text.match(WORD)?.length ?? 0;
    for (const { index, match, instead } of idiomsOf(text)) {
      counted.found.push(`${file}:${line + lineOf(text, index)}: "${match.trim()}" (${instead})`);
    }
  }
  if (/\.(ts|mjs)$/.test(file)) counted.found.push(...namesOf(file));
}

let failed = false;
for (const [owner, { words, found }] of packages) {
  const density = (100 * found.length) / Math.max(words, 100);
  if (named.includes(owner) || (named.length === 0 && density > MAX_PER_100_WORDS)) {
    for (const entry of found) say(entry);
    say(`${owner}: ${density.toFixed(2)} idioms per 100 words (${words} words), limit ${MAX_PER_100_WORDS}`);
  }
  failed ||= density > MAX_PER_100_WORDS;
}
if (failed) say('Write what happens in the terms of the field: subject, verb, object.');
process.exit(failed ? 1 : 0);

function listFiles() {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'apps', 'libs', 'docker', 'k8s', '*.md'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return listed
    .split('\n')
    .filter(
      (file) => /\.(ts|mjs|cjs|py|md)$/.test(file) && !/\/(?:generated|migrations|style)\/|\.fixture\./.test(file),
    );
}

function proseOf(file) {
  const source = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md'))
    return [{ text: source.replace(MARKDOWN_CODE, (code) => code.replace(/[^\n]/g, '')), line: 1 }];
  const pattern = file.endsWith('.py') ? PYTHON_COMMENT : COMMENT;
  const comments = [...source.matchAll(pattern)].map(({ 0: text, index }) => ({
    text: text.replace(/^[ \t]*(?:\/?\*+\/?|\/\/|--|#|"{3}) ?|\*\/$/gm, ''),
    line: 1 + lineOf(source, index),
  }));
  const titles = /\.(spec|e2e)\.ts$/.test(file)
    ? [...source.matchAll(TITLE)].map((match) => ({
        text: match[1] ?? match[2] ?? match[3],
        line: 1 + lineOf(source, match.index),
      }))
    : [];
  return [...comments, ...titles];
}

function namesOf(file) {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(EXPORTED)]
    .filter(([, name]) => name.match(NAME_IDIOMS) !== null)
    .map(({ 1: name, index }) => `${file}:${1 + lineOf(source, index)}: ${name} (a term of art)`);
}

/** Idioms may cross lines, not sentences. */
function idiomsOf(text) {
  const flat = text.replace(/\n/g, ' ');
  return IDIOMS.flatMap(({ pattern, instead }) =>
    [...flat.matchAll(pattern)].map(({ 0: match, index }) => ({ match, index, instead })),
  );
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length - 1;
}
