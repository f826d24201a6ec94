import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { until } from '@orbweaver/testing';
import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { lineFormat } from '../log/create-log';
import { showProgress } from './show-progress';
import { openTerminal } from './terminal';

class Screen extends PassThrough {
  readonly isTTY = true;
  written = '';
  private rows = [''];
  private row = 0;
  private column = 0;

  constructor(public columns: number) {
    super();
    this.on('data', (chunk) => this.interpret(String(chunk)));
  }

  hasColors = () => false;

  get lines(): string[] {
    return this.rows.map((line) => line.trimEnd()).filter((line) => line !== '');
  }

  resize(columns: number): void {
    this.columns = columns;
    this.rows = this.rows.flatMap((row) => row.match(new RegExp(`.{1,${columns}}`, 'g')) ?? ['']);
    this.row = this.rows.length - 1;
    this.column = this.rows[this.row]!.length;
  }

  private interpret(text: string): void {
    this.written += text;
    for (const [token, rowsUp] of text.replaceAll('\u001b', '␛').matchAll(/␛\[(\d+)A|␛\[J|[^␛]/gsu)) {
      if (rowsUp !== undefined) this.row -= Number(rowsUp);
      else if (token === '␛[J')
        this.rows = [...this.rows.slice(0, this.row), this.rows[this.row]!.slice(0, this.column)];
      else if (token === '\r') this.column = 0;
      else if (token === '\n') this.newRow();
      else this.put(token);
    }
  }

  private put(letter: string): void {
    if (this.column === this.columns) this.newRow();
    const line = this.rows[this.row]!.padEnd(this.column);
    this.rows[this.row] = line.slice(0, this.column) + letter + line.slice(this.column + 1);
    this.column += 1;
  }

  private newRow(): void {
    this.row += 1;
    this.column = 0;
    this.rows[this.row] ??= '';
  }
}

function open(columns = 100, LOG_LEVEL: 'warn' | 'debug' | 'error' = 'warn') {
  const screen = new Screen(columns);
  const terminal = openTerminal({ LOG_LEVEL }, screen as unknown as WriteStream);
  const log =
    terminal &&
    pino(
      {
        level: terminal.level,
        base: null,
        ...lineFormat,
        messageKey: 'event',
        timestamp: pino.stdTimeFunctions.isoTime,
      },
      terminal.log,
    );
  return { screen, terminal: terminal!, log: log! };
}

const ID = '78fc9862-433b-42c9-b516-d40f71ab9058';
const ended = { jobId: ID, kind: 'crawl', state: 'completed', completed: 300, failed: 1, durationMs: 11_600 };

describe('openTerminal', () => {
  it('prints sentences for the start and end of jobs and for blocked URLs, and nothing else below the level', () => {
    const { screen, log } = open(200);
    log.info({ jobId: ID, kind: 'crawl', url: 'http://site.test/' }, 'job-started');
    log.info({ jobId: ID, kind: 'crawl' }, 'job-started');
    log.info({ jobId: ID, reason: 'completed' }, 'job-settled');
    log.info(ended, 'job-ended');
    log.info({ ...ended, state: 'failed', reason: 'no\u001b[2J such\nhost' }, 'job-ended');
    log.info(
      { cause: 'not-public', detail: '10.0.0.1 is not public, and EGRESS_ALLOW has no entry for it', urls: 1 },
      'url-refused',
    );
    log.info({ cause: 'closed', urls: 1 }, 'url-refused');
    log.warn({ reason: 'running as root', advice: 'run it as a user' }, 'browser-sandbox-off');
    log.warn({ brokers: 'kafka:9092', reason: 'connect ECONNREFUSED' }, 'waiting-for-kafka');
    expect(screen.lines.map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME'))).toEqual([
      `  TIME  crawl ${ID} started: http://site.test/`,
      `  TIME  crawl ${ID} started`,
      `  TIME  crawl ${ID} completed: 300 pages, 1 failed, 11.6 s`,
      `  TIME  crawl ${ID} failed: 300 pages, 1 failed, 11.6 s (no such host)`,
      '  A request was blocked: 10.0.0.1 is not public, and EGRESS_ALLOW has no entry for it',
      `  A request was blocked`,
      '  The browser runs without its sandbox (running as root): run it as a user',
      '  TIME  Waiting for Kafka at kafka:9092: connect ECONNREFUSED',
    ]);
  });

  it('prints other events with their fields from the level up', () => {
    const { screen, log } = open(100, 'debug');
    log.debug({ jobId: ID }, 'outcome-stale');
    log.trace({ jobId: ID }, 'unheard');
    expect(screen.lines).toEqual([
      expect.stringMatching(/^\[\d\d:\d\d:\d\d\] DEBUG: outcome-stale$/),
      `    jobId: "${ID}"`,
    ]);
  });

  it.each([
    ['without a terminal', { isTTY: false }, {}],
    ['for lines of JSON', {}, { LOG_FORMAT: 'json' as const }],
    ['where only errors are wanted', {}, { LOG_LEVEL: 'error' as const }],
  ])('prints no sentences %s', (_, stream, config) => {
    const screen = Object.assign(new Screen(80), stream);
    expect(openTerminal({ LOG_LEVEL: 'warn', ...config }, screen as unknown as WriteStream)).toBeUndefined();
  });
});

describe('RenewedLine', () => {
  it('stays below other output and leaves no trace', () => {
    const { screen, terminal } = open();
    terminal.line!.show('one');
    screen.write('above\n');
    screen.write(Buffer.from('be'));
    terminal.line!.show('two');
    screen.write('fore\n');
    expect(screen.lines).toEqual(['above', 'before', 'two']);
    terminal.line!.show('');
    expect(screen.lines).toEqual(['above', 'before']);
  });

  it('fits the terminal, also after it was narrowed', () => {
    const { screen, terminal } = open(20);
    terminal.line!.show('x'.repeat(50));
    expect(screen.lines).toEqual(['x'.repeat(19)]);
    screen.resize(8);
    expect(screen.lines).toHaveLength(3);
    screen.write('above\n');
    expect(screen.lines).toEqual(['above', 'x'.repeat(7)]);
  });
});

describe('showProgress', () => {
  const gauge = (metrics: Registry, name: string, labelNames: string[] = []) =>
    new Gauge({ name, help: name, labelNames, registers: [metrics] });

  it('shows the progress of running jobs in one line and removes it at their end', async () => {
    const metrics = new Registry();
    const stored = gauge(metrics, 'orbweaver_pages_stored_total', ['state']);
    const queued = gauge(metrics, 'orbweaver_pages_waiting', ['lane']);
    gauge(metrics, 'orbweaver_frontier_running_jobs');
    stored.set({ state: 'done' }, 1000);
    const { screen, terminal, log } = open();
    const stopping = new AbortController();
    showProgress(terminal, metrics, stopping.signal);
    await delay(1100);
    expect(screen.written).toBe('');
    log.info({ jobId: ID, kind: 'crawl' }, 'job-started');
    await until('the line', () =>
      screen.lines[1]?.includes('1 job · 0 pages done · 0 waiting · 0 failed · 0.0 pages/s'),
    );
    stored.set({ state: 'done' }, 1040);
    stored.set({ state: 'failed' }, 2);
    queued.set({ lane: 'bulk' }, 7);
    await until('figures', () => screen.lines[1]?.includes('1 job · 40 pages done · 7 waiting · 2 failed'));
    expect(screen.lines[1]).toMatch(/ [1-9]\d\.\d pages\/s · 0 in the browser$/);
    log.info(ended, 'job-ended');
    await until('the end', () => screen.lines.length === 2);
    expect(screen.lines[1]).toContain('completed: 300 pages');
    stopping.abort();
  });

  it('disappears when no job has run for a while without a reported end', async () => {
    const metrics = new Registry();
    const running = gauge(metrics, 'orbweaver_frontier_running_jobs');
    const { screen, terminal, log } = open();
    const stopping = new AbortController();
    showProgress(terminal, metrics, stopping.signal);
    log.info({ jobId: ID, kind: 'crawl' }, 'job-started');
    running.set(1);
    await until('the line', () => screen.lines[1]?.includes('1 job · '));
    running.set(0);
    await until('its end', () => screen.lines.length === 1);
    stopping.abort();
  });

  it('ignores scrapes, which are jobs of one page', async () => {
    const { screen, terminal, log } = open(100, 'debug');
    const stopping = new AbortController();
    showProgress(terminal, new Registry(), stopping.signal);
    log.debug({ jobId: ID, kind: 'scrape' }, 'job-started');
    await delay(100);
    expect(screen.lines).toEqual([expect.stringContaining(`scrape ${ID} started`)]);
    stopping.abort();
  });

  it('survives unreadable metrics and is hidden when the process ends', async () => {
    const metrics = new Registry();
    const stopping = new AbortController();
    let reads = 0;
    new Gauge({
      name: 'orbweaver_render_slots',
      help: 'x',
      labelNames: ['resource', 'state'],
      registers: [metrics],
      collect() {
        reads += 1;
        if (reads === 1) throw new Error('broken');
        stopping.abort();
      },
    });
    const { screen, terminal, log } = open();
    showProgress(terminal, metrics, stopping.signal);
    log.info({ jobId: ID, kind: 'crawl' }, 'job-started');
    await until('the second look', () => stopping.signal.aborted);
    await delay(50);
    expect([reads, screen.lines.length]).toEqual([2, 1]);
  });
});
