import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { TeamsFile } from '@orbweaver/core';
import { type DeclaredTeams, DeclaredWebhookSecret, hashApiKey } from '@orbweaver/persistence';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError, faultOfRetention, jobTtl, jobTtlMax, loadConfigs } from '../config/config';
import { API_KEY } from '../config/platform.config';
import { digestTeamsFile } from './digest-teams-file';

/** Parsing takes about two seconds per MiB and blocks the process. */
const MAX_BYTES = 256 * 1024;
const MAX_KEY_BYTES = 4096;
const MAX_FAULTS = 10;

/** The teams file and the files of its keys, as they were read. */
export class FilesRead {
  private readonly read = new Map<string, { maxBytes: number; digest: string }>();

  text(file: string, maxBytes: number): string | { reason: string } {
    const text = readText(file, maxBytes);
    this.read.set(file, { maxBytes, digest: digestOf(text) });
    return text;
  }

  areUnchanged(): boolean {
    return [...this.read].every(([file, { maxBytes, digest }]) => digestOf(readText(file, maxBytes)) === digest);
  }
}

const digestOf = (text: string | { reason: string }) => hash('sha256', JSON.stringify(text));

type Path = readonly PropertyKey[];

interface SecretSource {
  file?: string | undefined;
  env?: string | undefined;
}

/**
 * Reads a YAML or JSON file of teams and the keys that it refers to.
 * @throws ConfigError with the field and line of each fault
 */
export function readTeamsFile(file: string, environment: NodeJS.ProcessEnv, files = new FilesRead()): DeclaredTeams {
  const text = files.text(file, MAX_BYTES);
  if (typeof text !== 'string') throw new ConfigError([`TEAMS_FILE: ${file}: ${text.reason}`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (faults: readonly { line: number; field: string; message: string }[]) => {
    const shown = faults.slice(0, MAX_FAULTS).map(({ line, field, message }) => {
      return `TEAMS_FILE: ${file}, line ${line}${field === '' ? '' : `, ${field}`}: ${message}`;
    });
    const more = faults.length - shown.length;
    return new ConfigError([...shown, ...(more > 0 ? [`TEAMS_FILE: ${more} more faults`] : [])]);
  };
  if (document.errors.length > 0) {
    throw refuse(document.errors.map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, field: '', message })));
  }
  const lineOf = (at: Path) => lines.linePos(offsetOf(document, at)).line;
  const read = TeamsFile.safeParse(toValue(document, refuse));
  if (!read.success) {
    throw refuse(
      read.error.issues.map((issue) => {
        const at = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
        return { line: lineOf(at), field: formatPath(at), message: issue.message };
      }),
    );
  }
  const faults: { line: number; field: string; message: string }[] = [];
  const secretOf = ({ file: named, env }: SecretSource) =>
    named === undefined ? environment[env!] : files.text(path.resolve(path.dirname(file), named), MAX_KEY_BYTES);
  const report = (at: Path, message: string) => faults.push({ line: lineOf(at), field: formatPath(at), message });
  const lifetimes = loadConfigs({ jobs: z.object({ JOB_TTL: jobTtl, JOB_TTL_MAX: jobTtlMax }) }, environment).jobs;
  for (const [index, { limits }] of read.data.teams.entries()) {
    const fault = faultOfRetention(limits.retentionHours, lifetimes);
    const at = ['teams', index, 'limits', 'retentionHours'];
    if (fault !== undefined) report(at, fault);
  }
  const known = new Set<string>();
  const knownSecrets = new Set<string>();
  const secretHashes: string[] = [];
  const readWebhookSecret = (at: Path, { overlapSeconds, ...from }: { overlapSeconds: number } & SecretSource) => {
    const given = secretOf(from);
    const { WEBHOOK_SECRET: master } = environment;
    const fault = master === undefined ? 'requires WEBHOOK_SECRET' : webhookSecretFault(given, knownSecrets);
    if (fault !== undefined) report([...at, from.file === undefined ? 'env' : 'file'], fault);
    const secret = String(given).trim();
    knownSecrets.add(secret);
    secretHashes.push(hash('sha256', secret));
    return new DeclaredWebhookSecret(master ?? '', secret, overlapSeconds * 1000);
  };
  const teams = read.data.teams.map(({ name, limits, hosts, disabled, credits, webhookSecret, keys }, index) => ({
    name,
    limits,
    hosts,
    isDisabled: disabled,
    credits,
    webhookSecret: webhookSecret && readWebhookSecret(['teams', index, 'webhookSecret'], webhookSecret),
    keys: keys.map(({ keyFile, keyEnv, expiresAt, ...key }, position) => {
      const at = ['teams', index, 'keys', position, keyFile === undefined ? 'keyEnv' : 'keyFile'];
      const secret = secretOf({ file: keyFile, env: keyEnv });
      const fault = faultOf(secret, known);
      if (fault !== undefined) report(at, fault);
      const keyHash = hashApiKey(String(secret).trim());
      known.add(keyHash);
      secretHashes.push(keyHash);
      return { ...key, hash: keyHash, expiresAt: expiresAt ?? null };
    }),
  }));
  if (faults.length > 0) throw refuse(faults);
  const { prune, generation } = read.data;
  return { digest: digestTeamsFile(text, secretHashes), prune, generation, teams };
}

/** Never contains the key. */
function faultOf(secret: string | { reason: string } | undefined, known: ReadonlySet<string>): string | undefined {
  if (secret === undefined) return 'the environment variable is not set';
  if (typeof secret !== 'string') return secret.reason;
  const key = secret.trim();
  if (!API_KEY.test(key)) return 'the key must be 16 to 128 letters, digits and . _ ~ -';
  return known.has(hashApiKey(key)) ? 'another key of the file has the same secret' : undefined;
}

const WEBHOOK_SECRET = /^(?!whsec_)[\x21-\x7e]{16,512}$|^whsec_[A-Za-z\d+/]{22,512}={0,2}$/;

/** Never contains the secret. */
function webhookSecretFault(
  given: string | { reason: string } | undefined,
  known: ReadonlySet<string>,
): string | undefined {
  if (given === undefined) return 'the environment variable is not set';
  if (typeof given !== 'string') return given.reason;
  const secret = given.trim();
  if (!WEBHOOK_SECRET.test(secret)) {
    return 'the secret must be whsec_ and base64 of 16 bytes or more, or 16 to 512 other ASCII characters without spaces';
  }
  return known.has(secret) ? 'another team of the file has the same secret' : undefined;
}

function readText(file: string, maxBytes: number): string | { reason: string } {
  try {
    if (statSync(file).size > maxBytes) return { reason: `the file is larger than ${maxBytes / 1024} KiB` };
    return readFileSync(file, 'utf8');
  } catch (error) {
    return { reason: `the file is not readable (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
}

function toValue(document: Document, refuse: (faults: { line: number; field: string; message: string }[]) => Error) {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    // Too many aliases.
    throw refuse([{ line: 1, field: '', message: error instanceof Error ? error.message : String(error) }]);
  }
}

/** The position of a field, or of the nearest field around it. */
function offsetOf(document: Document, at: Path): number {
  for (let length = at.length; length > 0; length -= 1) {
    const parent = document.getIn(at.slice(0, length - 1), true);
    const name = at[length - 1];
    const pair = isMap(parent) ? parent.items.find(({ key }) => isNode(key) && key.toJSON() === name) : undefined;
    const node = pair === undefined ? document.getIn(at.slice(0, length), true) : pair.key;
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** `teams[0].limits.maxConcurrency` */
const formatPath = (at: Path): string =>
  at.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
