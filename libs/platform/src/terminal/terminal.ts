import type { WriteStream } from 'node:tty';
import { levels } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { PlatformConfig } from '../config/platform.config';
import { RenewedLine } from './renewed-line';
import { type LogLine, sentenceOf } from './sentences';

/** Shown at terminals regardless of the level. For scrapes only at debug. */
const JOB_EVENTS = ['job-started', 'job-ended'];
/** Tells the operator at the terminal which setting to change; the response to the caller does not. */
const ADVICE = 'url-refused';

export interface Terminal {
  level: PlatformConfig['LOG_LEVEL'];
  log: { write(line: string): void };
  line?: RenewedLine;
  /** Called for each start and end of a batch or crawl. */
  onJob(listen: (event: 'job-started' | 'job-ended', jobId: string) => void): void;
}

export function openTerminal(
  config: Pick<PlatformConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  stdout: WriteStream = process.stdout,
): Terminal | undefined {
  const leastLevel = levels.values[config.LOG_LEVEL]!;
  if (!stdout.isTTY || config.LOG_FORMAT === 'json' || leastLevel > levels.values.warn!) return undefined;
  stdout.on('error', () => undefined);
  const others = [process.stderr].filter((stream) => stream !== stdout && stream.isTTY);
  const listeners: ((event: 'job-started' | 'job-ended', jobId: string) => void)[] = [];
  const format = prettyFactory({ messageKey: 'event', translateTime: 'SYS:HH:MM:ss', colorize: stdout.hasColors() });
  const write = (text: string) => {
    const line = JSON.parse(text) as LogLine;
    const isOfJob = JOB_EVENTS.includes(line.event) && line.kind !== 'scrape';
    if (isOfJob) for (const listen of listeners) listen(line.event as 'job-started', String(line.jobId));
    if (levels.values[line.level]! < leastLevel && !isOfJob && line.event !== ADVICE) return;
    const sentence = sentenceOf(line);
    stdout.write(sentence === undefined ? format(line) : `${sentence}\n`);
  };
  return {
    level: leastLevel > levels.values.info! ? 'info' : config.LOG_LEVEL,
    log: { write },
    ...(process.env.TERM === 'dumb' ? {} : { line: new RenewedLine(stdout, others) }),
    onJob: (listen) => void listeners.push(listen),
  };
}
