import { stripVTControlCharacters } from 'node:util';

/** A log line as pino writes it. */
export type LogLine = Record<string, unknown> & { event: string; level: string; time: string };

/** The sentence that a person at a terminal reads instead of an event's fields. */
const SENTENCES: Record<string, (line: Fields) => string> = {
  'job-started': ({ kind, jobId, url }) => `${kind} ${jobId} started${url === '' ? '' : `: ${url}`}`,
  'job-ended': ({ kind, jobId, state, completed, failed, durationMs, reason }) =>
    `${kind} ${jobId} ${state}: ${pages(completed)}, ${failed} failed, ${seconds(durationMs)}${reason === '' ? '' : ` (${reason})`}`,
  // With zero data retention the line has no host.
  'url-refused': ({ detail }) => `A request was refused${detail === '' ? ' for its host' : `: ${detail}`}`,
  'browser-sandbox-off': ({ reason, advice }) =>
    `The browser runs without its sandbox (${reason})${advice === '' ? '' : `: ${advice}`}`,
  'variable-not-read': ({ variable, meant }) => `${variable} is set, and nothing reads it: ${meant} may be meant`,
  'waiting-for-database': ({ reason }) => `Waiting for Postgres: ${reason}`,
  'broker-unreachable': ({ broker, reason }) => `The Kafka broker ${broker} cannot be reached: ${reason}`,
  'waiting-for-kafka': ({ brokers, reason }) => `Waiting for Kafka at ${brokers}: ${reason}`,
};

type Field =
  | ('kind' | 'jobId' | 'url' | 'state' | 'completed' | 'failed' | 'durationMs' | 'reason')
  | ('advice' | 'detail' | 'variable' | 'meant' | 'broker' | 'brokers');
/** Fields as text; absent ones are empty. */
type Fields = Record<Field, string>;

/** The lines of the banner; undefined for an event without a sentence. */
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

/** Texts of pages and sites may stand in a reason, and must not control the terminal. */
const printable = (text: string) => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');

const clock = (time: string) => new Date(time).toTimeString().slice(0, 8);
const pages = (count: string) => `${count} ${count === '1' ? 'page' : 'pages'}`;
const seconds = (durationMs: string) => `${(Number(durationMs) / 1000).toFixed(1)} s`;
