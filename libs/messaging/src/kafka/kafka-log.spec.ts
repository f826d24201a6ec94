import { logLevel } from 'kafkajs';
import { createKafkaLog } from './kafka-log';

describe('createKafkaLog', () => {
  let now: number;
  let lines: [string, string, Record<string, unknown>][];
  let write: (message: string, level?: logLevel, namespace?: string, broker?: string) => void;
  beforeEach(() => {
    now = 0;
    lines = [];
    const create = createKafkaLog(
      (level, event, fields) => lines.push([level, event, fields]),
      ['kafka:9092'],
      () => now,
    );
    write = (message, level = logLevel.ERROR, namespace = 'Connection', broker = undefined) =>
      create(logLevel.INFO)({ namespace, level, label: 'ERROR', log: { timestamp: '', message, broker } });
  });

  it('writes a few lines of each part per period and then the number of dropped lines', () => {
    for (let n = 0; n < 20; n += 1) write(`refused ${n}`);
    expect(lines).toHaveLength(5);
    now = 31_000;
    write('refused again');
    expect(lines[5]).toEqual([
      'warn',
      'kafka-client',
      { part: 'Connection', message: 'refused again', suppressed: 15 },
    ]);
    write('The group is rebalancing, so a rejoin is needed');
    write('Starting', logLevel.INFO);
    expect(lines.slice(6).map(([level]) => level)).toEqual(['info', 'debug']);
  });

  it('reports an unreachable broker once per minute, whichever part complains', () => {
    const complaints = [
      ['Connection', 'Connection error: connect ECONNREFUSED 10.0.0.1:9092', 'a:9092'],
      ['BrokerPool', 'Failed to connect to seed broker, trying another broker from the list: Connection error: x'],
      ['Connection', 'Connection timeout', 'a:9092'],
      ['Connection', 'Connection timeout', 'b:9092'],
      ['Consumer', 'Crash: KafkaJSNumberOfRetriesExceeded: Connection error: getaddrinfo ENOTFOUND kafka'],
    ] as const;
    for (; now <= 60_000; now += 1000) {
      for (const [part, complaint, broker] of complaints) write(complaint, logLevel.ERROR, part, broker);
    }
    const said = [
      ['warn', 'broker-unreachable', { broker: 'a:9092', reason: 'connect ECONNREFUSED 10.0.0.1:9092' }],
      ['warn', 'broker-unreachable', { broker: 'b:9092', reason: 'Connection timeout' }],
    ];
    expect(lines.filter(([level]) => level !== 'debug')).toEqual([...said, ...said]);
  });
});
