import { runEphemeral, runOutsideWork, runWork } from '@orbweaver/messaging';
import pino from 'pino';
import { lineFormat, nestLogger } from './create-log';
import { EventLog } from './event-log';

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ ...lineFormat, messageKey: 'event' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, log: new EventLog(logger), nest: nestLogger(logger) };
}

const fields = {
  jobId: 'a',
  url: 'http://secret.test/',
  origin: 'http://secret.test',
  detail: 'secret.test leads here',
};
const fault = () => new TypeError('no secret.test');

describe('createLog', () => {
  it('logs all fields of an ordinary page', () => {
    const { lines, log } = openLog();
    log.warn('tried', fields, fault());
    expect(lines).toMatchObject([{ event: 'tried', ...fields, err: { type: 'TypeError', message: 'no secret.test' } }]);
  });

  it('adds the level name and the ids of the current work, unless the line has its own', () => {
    const { lines, log } = openLog();
    const ids = { requestId: 'r', teamId: 't', jobId: 'j', pageId: 'p' };
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    log.info('outside');
    runWork({ isEphemeral: false, ids }, () => log.warn('within', { jobId: 'another' }));
    runWork({ isEphemeral: false, ids, trace: { traceparent } }, () => {
      log.error('traced', {}, fault());
      runOutsideWork(() => log.info('shared'));
    });
    expect(lines.map(({ time: _, err: __, pid: ___, hostname: ____, ...line }) => line)).toEqual([
      { level: 'info', event: 'outside' },
      { level: 'warn', event: 'within', ...ids, jobId: 'another' },
      {
        ...{ level: 'error', event: 'traced', ...ids },
        ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
      },
      { level: 'info', event: 'shared' },
    ]);
  });

  it('redacts lines about an ephemeral page, also in child loggers', async () => {
    const { lines, log, nest } = openLog();
    await runEphemeral(async () => {
      await new Promise(setImmediate);
      log.warn('tried', fields, fault());
      log.with({ service: 'any' }).error('failed', fields, fault());
      nest.error(fault(), fault().stack);
      nest.warn('secret.test');
    });
    expect(lines).toMatchObject([
      { event: 'tried', jobId: 'a', err: { stack: expect.stringMatching(/^TypeError: The message is withheld/) } },
      { event: 'failed', jobId: 'a', service: 'any' },
      { event: 'framework-failed' },
      { event: 'framework-warned' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
