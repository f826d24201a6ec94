import { createServer } from 'node:https';
import { listenOnFreshPort, makeAuthority, makeSelfSignedCertificate } from '@orbweaver/testing';
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

  const OAUTH = {
    KAFKA_SASL_MECHANISM: 'oauthbearer',
    KAFKA_OAUTH_TOKEN_URL: 'https://id.example/token',
    KAFKA_OAUTH_CLIENT_ID: 'me',
    KAFKA_OAUTH_CLIENT_SECRET: 'hunter2',
  };
  const { cert, key } = makeAuthority().issue('orbweaver');
  const CLIENT = { KAFKA_SSL: 'true', KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key };

  it.each<[string, Record<string, string>, string]>([
    [
      'an unknown mechanism',
      { KAFKA_SASL_MECHANISM: 'gssapi', KAFKA_SASL_USERNAME: 'me', KAFKA_SASL_PASSWORD: 'hunter2' },
      'KAFKA_SASL_MECHANISM: must be plain or scram-sha-256 or scram-sha-512 or oauthbearer',
    ],
    [
      'OAUTHBEARER without a secret',
      { ...OAUTH, KAFKA_OAUTH_CLIENT_SECRET: '' },
      'KAFKA_SASL_MECHANISM: oauthbearer needs KAFKA_OAUTH_CLIENT_SECRET',
    ],
    [
      'a token URL without OAUTHBEARER',
      { ...OAUTH, KAFKA_SASL_MECHANISM: '' },
      'KAFKA_OAUTH_TOKEN_URL: needs KAFKA_SASL_MECHANISM=oauthbearer',
    ],
    ['a token URL that is no URL', { ...OAUTH, KAFKA_OAUTH_TOKEN_URL: 'id.example' }, 'KAFKA_OAUTH_TOKEN_URL: '],
    [
      'a certificate without its key',
      { ...CLIENT, KAFKA_TLS_KEY: '' },
      'KAFKA_TLS_CERT and KAFKA_TLS_KEY: set both or neither',
    ],
    ['a certificate without TLS', { ...CLIENT, KAFKA_SSL: 'false' }, 'KAFKA_TLS_CERT: needs KAFKA_SSL=true'],
    [
      'a certificate in a missing file',
      { ...CLIENT, KAFKA_TLS_CERT: '/no/such/file' },
      'KAFKA_TLS_CERT: the file cannot be read (ENOENT)',
    ],
    [
      'a key instead of the certificate',
      { ...CLIENT, KAFKA_TLS_CERT: key },
      'KAFKA_TLS_CERT: contains no valid certificate',
    ],
    [
      'a certificate instead of the key',
      { ...CLIENT, KAFKA_TLS_KEY: cert },
      'KAFKA_TLS_KEY: contains no private key without a passphrase',
    ],
    [
      'the key of another certificate',
      { ...CLIENT, KAFKA_TLS_KEY: makeAuthority().issue('orbweaver').key },
      'KAFKA_TLS_KEY: is not the key of KAFKA_TLS_CERT',
    ],
  ])('rejects %s and quotes no secret', (_, settings, text) => {
    const act = () => kafkaAccess(read({ KAFKA_BROKERS: 'kafka:9092', ...settings }));
    expect(act).toThrow(text);
    expect(act).toThrow(ConfigError);
    expect(act).not.toThrow(/hunter2|BEGIN/);
  });

  it('gets tokens over TLS with an additional authority', async () => {
    const authority = makeAuthority();
    const server = createServer(authority.issue('127.0.0.1'), (_, response) => {
      response.end(JSON.stringify({ access_token: 'the token' }));
    });
    const KAFKA_OAUTH_TOKEN_URL = `https://127.0.0.1:${await listenOnFreshPort(server)}/token`;
    const tokenOf = async (settings: Record<string, string>) => {
      const { sasl } = kafkaAccess(
        read({ KAFKA_BROKERS: 'kafka:9092', ...OAUTH, KAFKA_OAUTH_TOKEN_URL, ...settings }),
      )!;
      return sasl!.mechanism === 'oauthbearer' ? sasl!.oauthBearerProvider() : undefined;
    };
    expect(await tokenOf({ EXTRA_CA_CERTS: authority.cert })).toEqual({ value: 'the token' });
    await expect(tokenOf({})).rejects.toThrow(
      /No token from 127\.0\.0\.1:\d+: The certificate is not issued by a known/,
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
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
