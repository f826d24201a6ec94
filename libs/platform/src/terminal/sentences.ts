import { stripVTControlCharacters } from 'node:util';

export type LogLine = Record<string, unknown> & { event: string; level: string; time: string };

const SENTENCES: Record<string, (line: Fields) => string> = {
  'job-started': ({ kind, jobId, url }) => `${kind} ${jobId} started${url === '' ? '' : `: ${url}`}`,
  'job-ended': ({ kind, jobId, state, completed, failed, durationMs, reason }) =>
    `${kind} ${jobId} ${state}: ${pages(completed)}, ${failed} failed, ${seconds(durationMs)}${reason === '' ? '' : ` (${reason})`}`,
  'url-refused': ({ detail }) => `A request was blocked${detail === '' ? '' : `: ${detail}`}`,
  'browser-sandbox-off': ({ reason, advice }) =>
    `The browser runs without its sandbox (${reason})${advice === '' ? '' : `: ${advice}`}`,
  'variable-not-read': ({ variable, meant }) => `Unknown setting ${variable}. Did you mean ${meant}?`,
  'waiting-for-database': ({ reason }) => `Waiting for Postgres: ${reason}`,
  'broker-unreachable': ({ broker, reason }) => `The Kafka broker ${broker} is unreachable: ${reason}`,
  'waiting-for-kafka': ({ brokers, reason }) => `Waiting for Kafka at ${brokers}: ${reason}`,
};

type Field =
  | ('kind' | 'jobId' | 'url' | 'state' | 'completed' | 'failed' | 'durationMs' | 'reason')
  | ('advice' | 'detail' | 'variable' | 'meant' | 'broker' | 'brokers');
type Fields = Record<Field, string>;

export function sentenceOf(line: LogLine): string | undefined {
  const write = Object.hasOwn(SENTENCES, line.event) ? SENTENCES[line.event] : undefined;
  if (write === undefined) return undefined;
  const fields = new Proxy(line, {
    get: (target, name) => printable(String(target[name as string] ?? '')),
  }) as unknown as Fields;
  const sentence = write(fields);
  const isOfWork = line.event.startsWith('job-') || line.event.startsWith('waiting-');
  return isOfWork ? `  ${clock(line.time)}  ${sentence}` : `  ${sentence}`;
}

/** Reasons may contain text of sites, which must not control the terminal. */
const printable = (text: string) => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');

const clock = (time: string) => new Date(time).toTimeString().slice(0, 8);
const pages = (count: string) => `${count} ${count === '1' ? 'page' : 'pages'}`;
const seconds = (durationMs: string) => `${(Number(durationMs) / 1000).toFixed(1)} s`;
