import { makeSelfSignedCertificate } from '@orbweaver/testing';
import { z } from 'zod';
import { ConfigError, commaList, describeConfig, egressAllow, egressDeny, flag, loadConfigs } from './config';
import { egressFields } from './egress.config';
import { kafkaAccess, requireCompleteKafka } from './kafka.config';
import { platformConfig } from './platform.config';

const schema = z.object({
  SIZE: z.coerce.number().int().min(1).default(3).describe('How many'),
  HOSTS: commaList.optional().describe('Where'),
  LOUD: flag.default(false).describe('Whether to shout'),
  CORES: z.coerce
    .number()
    .optional()
    .transform((cores) => cores ?? 8)
    .describe('How many cores; by default all'),
});

const wordings = z.object({
  PLACES: z.coerce.number().int().min(1).max(9).default(1),
  SECRET: z.string().min(16).optional(),
  COLOUR: z.enum(['red', 'green']).optional(),
});

const load = (environment: Record<string, string>) => loadConfigs({ some: schema }, environment).some;

describe('egressFields', () => {
  const read = (environment: Record<string, string>) => loadConfigs({ some: z.object(egressFields) }, environment).some;

  it('reads the proxy variables of other programs in both cases, upper case first', () => {
    const config = read({
      https_proxy: 'proxy.test:3128',
      HTTP_PROXY: 'http://upper.test:1',
      http_proxy: 'http://x:2',
    });
    expect([config.HTTPS_PROXY?.host, config.HTTPS_PROXY?.port, config.HTTP_PROXY?.host]).toEqual([
      'proxy.test',
      3128,
      'upper.test',
    ]);
    expect(read({ no_proxy: 'a.test' }).NO_PROXY.has('a.test', 80)).toBe(true);
  });

  it.each([
    [{ HTTPS_PROXY: 'ftp://me:secret@a.test' }, 'HTTPS_PROXY: entry 1 must start with http://, https:// or socks5://'],
    [{ HTTP_PROXY: 'http://a.test,http://b.test' }, 'HTTP_PROXY: must be one proxy'],
    [{ NO_PROXY: '10.*' }, 'NO_PROXY: "10.*": not a host name'],
    [{ EXTRA_CA_CERTS: '/no/such/file' }, 'EXTRA_CA_CERTS: the file cannot be read (ENOENT)'],
    [{ EXTRA_CA_CERTS: `${__dirname}/durations.ts` }, 'EXTRA_CA_CERTS: the file contains no certificate'],
    [
      { EXTRA_CA_CERTS: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      'EXTRA_CA_CERTS: certificate 1 of the text is damaged',
    ],
    [
      { EXTRA_CA_CERTS: makeSelfSignedCertificate('127.0.0.1').cert },
      'EXTRA_CA_CERTS: certificate 1 of the text is not a certificate authority',
    ],
  ])('explains %j', (environment, problem) => {
    expect(() => read(environment as Record<string, string>)).toThrow(problem);
  });
});

describe('loadConfigs', () => {
  it.each([
    ['nothing set', {}, { SIZE: 3, LOUD: false, CORES: 8 }],
    [
      'everything set',
      { SIZE: '7', HOSTS: 'a, b,,c', LOUD: 'true', CORES: '2' },
      { SIZE: 7, HOSTS: ['a', 'b', 'c'], LOUD: true, CORES: 2 },
    ],
    ['an empty variable', { SIZE: '', LOUD: '' }, { SIZE: 3, LOUD: false, CORES: 8 }],
    ['unknown variables', { OTHER: 'x' }, { SIZE: 3, LOUD: false, CORES: 8 }],
  ])('reads an environment with %s', (_, environment, expected) => {
    expect(load(environment)).toEqual(expected);
  });

  it.each<[keyof typeof wordings.shape, string, string]>([
    ['PLACES', 'many', 'PLACES: must be a number'],
    ['PLACES', '2.5', 'PLACES: must be a whole number'],
    ['PLACES', '0', 'PLACES: must be at least 1'],
    ['PLACES', '10', 'PLACES: must be at most 9'],
    ['SECRET', 'short', 'SECRET: must have at least 16 characters'],
    ['COLOUR', 'blue', 'COLOUR: must be red or green'],
  ])('explains why %s=%s is invalid', (name, text, sentence) => {
    expect(() => loadConfigs({ wordings }, { [name]: text })).toThrow(`invalid configuration:\n  ${sentence}`);
  });

  it('reports all problems of all schemas by variable name, without values', () => {
    const read = () =>
      loadConfigs({ a: schema, b: platformConfig }, { SIZE: '-1', LOUD: 'maybe', DATABASE_URL: 'hunter2' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/SIZE: .*\n.*LOUD: .*\n.*DATABASE_URL: must start with postgresql/);
    expect(read).not.toThrow(/hunter2/);
  });
});

describe('platformConfig', () => {
  const read = (environment: Record<string, string>) =>
    loadConfigs({ platform: platformConfig }, environment, [requireCompleteKafka]).platform;

  it.each([
    ['kafka:9092', ['kafka:9092']],
    ['10.0.0.1:9092, b-2.kafka.example:9094', ['10.0.0.1:9092', 'b-2.kafka.example:9094']],
    ['[::1]:9092', ['[::1]:9092']],
  ])('accepts the brokers %s', (text, brokers) => {
    expect(read({ KAFKA_BROKERS: text }).KAFKA_BROKERS).toEqual(brokers);
  });

  it.each([',', 'kafka', 'kafka:9092;other:9092', 'kafka:port', 'http://kafka:9092'])(
    'rejects the brokers %s',
    (text) => {
      expect(() => read({ KAFKA_BROKERS: text })).toThrow(/KAFKA_BROKERS: must be host:port/);
    },
  );

  it('names invalid brokers by position, because they may contain a password', () => {
    const act = () => read({ KAFKA_BROKERS: 'kafka,kafka:9092,sasl://me:hunter2@kafka:9092' });
    expect(act).toThrow('KAFKA_BROKERS: must be host:port or a comma list of them; invalid entries: 1, 3');
    expect(act).not.toThrow(/hunter2/);
  });

  it('requires complete SASL credentials', () => {
    const named = { KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me' };
    expect(() => read(named)).toThrow(/KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD/);
    expect(kafkaAccess(read({ ...named, KAFKA_SASL_PASSWORD: 'pass' }))).toEqual({
      brokers: ['kafka:9092'],
      clientId: 'orbweaver',
      ssl: false,
      sasl: { mechanism: 'plain', username: 'me', password: 'pass' },
    });
    expect(kafkaAccess(read({}))).toBeUndefined();
  });
});

describe('egressAllow and egressDeny', () => {
  const readHosts = (text: string) => {
    if (text.includes('!')) throw new Error(`"${text}" is no host`);
  };
  const service = z.object({ EGRESS_ALLOW: egressAllow(readHosts), EGRESS_DENY: egressDeny(readHosts) });

  it.each(['EGRESS_ALLOW', 'EGRESS_DENY'])('reports an invalid entry of %s once for all services', (field) => {
    const read = (text: string) => loadConfigs({ a: service, b: service }, { [field]: text });
    expect(read('intern')).toMatchObject({ a: { [field]: 'intern' }, b: { [field]: 'intern' } });
    expect(read('')).toMatchObject({ a: { [field]: '' } });
    expect(() => read('intern!')).toThrow(expect.objectContaining({ problems: [`${field}: "intern!" is no host`] }));
  });
});

describe('describeConfig', () => {
  it('returns name, description and default of every field, without machine-dependent defaults', () => {
    expect(describeConfig(schema)).toEqual([
      { name: 'SIZE', description: 'How many', default: '3' },
      { name: 'HOSTS', description: 'Where' },
      { name: 'LOUD', description: 'Whether to shout', default: 'false' },
      { name: 'CORES', description: 'How many cores; by default all' },
    ]);
  });

  it('rejects a field without a description', () => {
    expect(() => describeConfig(z.object({ MUTE: z.string().optional() }))).toThrow(/MUTE/);
  });

  it('finds a description for every field of the platform', () => {
    expect(describeConfig(platformConfig).length).toBeGreaterThan(10);
  });

  it('rejects a renamed setting and reports its new name', () => {
    expect(() => loadConfigs({}, { JOB_TTL_HOURS: '24' })).toThrow(
      'JOB_TTL_HOURS: was renamed to JOB_TTL, with a unit (24h)',
    );
  });
});
