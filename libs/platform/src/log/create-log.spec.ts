import { runEphemeral } from '@orbweaver/messaging';
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

describe('the log', () => {
  it('says everything of an ordinary page', () => {
    const { lines, log } = openLog();
    log.warn('tried', fields, fault());
    expect(lines).toMatchObject([{ event: 'tried', ...fields, err: { type: 'TypeError', message: 'no secret.test' } }]);
  });

  it('redacts what is said of an ephemeral page, also later and in a log of its own fields', async () => {
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
