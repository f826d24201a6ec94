import { logLevel } from 'kafkajs';
import { createKafkaLog } from './kafka-log';

describe('createKafkaLog', () => {
  it('writes a few lines of each part a period and then how many it kept back', () => {
    let now = 0;
    const lines: [string, Record<string, unknown>][] = [];
    const create = createKafkaLog(
      (level, _, fields) => lines.push([level, fields]),
      () => now,
    );
    const write = (message: string, level = logLevel.ERROR) =>
      create(logLevel.INFO)({ namespace: 'Connection', level, label: 'ERROR', log: { timestamp: '', message } });
    for (let n = 0; n < 20; n += 1) write(`refused ${n}`);
    expect(lines).toHaveLength(5);
    now = 31_000;
    write('refused again');
    expect(lines[5]).toEqual(['warn', { part: 'Connection', message: 'refused again', suppressed: 15 }]);
    write('The group is rebalancing, so a rejoin is needed');
    write('Starting', logLevel.INFO);
    expect(lines.slice(6).map(([level]) => level)).toEqual(['info', 'debug']);
  });
});
