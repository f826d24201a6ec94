import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { createServiceFetch } from '@orbweaver/egress';
import { createTokenSource, type KafkaAccess } from '@orbweaver/messaging';
import { z } from 'zod';
import { secureContextOf, trustedAuthorities } from './certificate-authorities';
import { ConfigError, type ConfigRule, commaList, flag } from './config';

/** A host name, an IPv4 address or an IPv6 address in brackets, and a port. */
const BROKER = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i;

const brokerList = commaList.superRefine((brokers, context) => {
  const wrong = brokers.flatMap((broker, index) => (BROKER.test(broker) ? [] : [index + 1]));
  if (brokers.length > 0 && wrong.length === 0) return;
  // By position: an invalid entry may contain credentials.
  const named = brokers.length < 2 ? '' : `; invalid entries: ${wrong.join(', ')}`;
  context.addIssue({ code: 'custom', message: `must be host:port or a comma list of them${named}` });
});

/** The PEM text of a setting that is a path or the text itself. Errors quote no part of it. */
const pem = (check: (text: string) => unknown, problem: string) =>
  z
    .string()
    .optional()
    .transform((given, context): string | undefined => {
      if (given === undefined) return undefined;
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      let text = given;
      try {
        if (!given.includes('-----BEGIN')) text = readFileSync(given, 'utf8');
      } catch (error) {
        return fail(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
      try {
        check(text);
        return text;
      } catch {
        return fail(problem);
      }
    });

export const kafkaFields = {
  KAFKA_BROKERS: brokerList
    .optional()
    .describe('Comma list of `host:port`. Without it, messages are passed in memory (only for a single process)'),
  KAFKA_SSL: flag.default(false).describe('Use TLS for Kafka. The brokers’ authority may be in `EXTRA_CA_CERTS`'),
  KAFKA_TLS_CERT: pem((text) => new X509Certificate(text), 'contains no valid certificate').describe(
    'Client certificate for Kafka (mutual TLS), followed by its intermediate certificates: path of a PEM file, or PEM text. Requires `KAFKA_TLS_KEY` and `KAFKA_SSL`',
  ),
  KAFKA_TLS_KEY: pem((text) => createPrivateKey(text), 'contains no private key without a passphrase').describe(
    'Private key of `KAFKA_TLS_CERT`, without a passphrase: path of a PEM file, or PEM text',
  ),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'])
    .optional()
    .describe(
      'SASL mechanism for Kafka. `oauthbearer` requires `KAFKA_OAUTH_TOKEN_URL`, `KAFKA_OAUTH_CLIENT_ID` and `KAFKA_OAUTH_CLIENT_SECRET`; the others require `KAFKA_SASL_USERNAME` and `KAFKA_SASL_PASSWORD`',
    ),
  KAFKA_SASL_USERNAME: z.string().optional().describe('User name for Kafka'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for Kafka'),
  KAFKA_OAUTH_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Token endpoint for `oauthbearer` (grant type client credentials). Requested without a proxy'),
  KAFKA_OAUTH_CLIENT_ID: z.string().optional().describe('Client id for the token endpoint'),
  KAFKA_OAUTH_CLIENT_SECRET: z.string().optional().describe('Client secret for the token endpoint'),
  KAFKA_OAUTH_SCOPE: z.string().optional().describe('Scopes of the token, separated by spaces'),
};

const fields = z.object(kafkaFields);
type KafkaConfig = z.infer<typeof fields> & { EXTRA_CA_CERTS: readonly string[] };

const SASL_IS_INCOMPLETE = 'KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
const OAUTH_VARIABLES = ['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'] as const;

/** Rejects incomplete credentials for Kafka. */
export const requireCompleteKafka: ConfigRule = (isSet, readText) => {
  const mechanism = readText('KAFKA_SASL_MECHANISM');
  const problems: string[] = [];
  if (mechanism === 'oauthbearer') {
    const missing = OAUTH_VARIABLES.filter((name) => !isSet(name));
    if (missing.length > 0) problems.push(`KAFKA_SASL_MECHANISM: oauthbearer needs ${missing.join(', ')}`);
  } else {
    const isComplete = isSet('KAFKA_SASL_USERNAME') && isSet('KAFKA_SASL_PASSWORD');
    if (isSet('KAFKA_SASL_MECHANISM') && !isComplete) problems.push(SASL_IS_INCOMPLETE);
    const unused = [...OAUTH_VARIABLES, 'KAFKA_OAUTH_SCOPE'].find(isSet);
    if (unused !== undefined) problems.push(`${unused}: needs KAFKA_SASL_MECHANISM=oauthbearer`);
  }
  if (isSet('KAFKA_TLS_CERT') !== isSet('KAFKA_TLS_KEY')) {
    problems.push('KAFKA_TLS_CERT and KAFKA_TLS_KEY: set both or neither');
  } else if (isSet('KAFKA_TLS_CERT') && !isSet('KAFKA_SSL')) {
    problems.push('KAFKA_TLS_CERT: needs KAFKA_SSL=true');
  }
  return problems;
};

/** Kafka connection settings; undefined without brokers. @throws ConfigError for unusable credentials */
export function kafkaAccess(config: KafkaConfig): KafkaAccess | undefined {
  if (config.KAFKA_BROKERS === undefined) return undefined;
  const access = { brokers: config.KAFKA_BROKERS, clientId: 'orbweaver', ssl: tlsOf(config) };
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (mechanism === undefined) return access;
  if (mechanism === 'oauthbearer') return { ...access, sasl: { mechanism, oauthBearerProvider: tokensOf(config) } };
  if (username === undefined || password === undefined) throw new ConfigError([SASL_IS_INCOMPLETE]);
  return { ...access, sasl: { mechanism, username, password } };
}

function tlsOf(config: KafkaConfig): NonNullable<KafkaAccess['ssl']> {
  const { KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key, EXTRA_CA_CERTS: extra } = config;
  if (!config.KAFKA_SSL) {
    if (cert !== undefined) throw new ConfigError(['KAFKA_TLS_CERT: needs KAFKA_SSL=true']);
    return false;
  }
  if (cert === undefined || key === undefined) {
    const secureContext = secureContextOf(extra);
    return secureContext === undefined ? true : { secureContext };
  }
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new ConfigError(['KAFKA_TLS_KEY: is not the key of KAFKA_TLS_CERT']);
  }
  const authorities = trustedAuthorities(extra);
  return { secureContext: tls.createSecureContext({ cert, key, ...(authorities && { ca: [...authorities] }) }) };
}

function tokensOf(config: KafkaConfig) {
  const { KAFKA_OAUTH_TOKEN_URL: tokenUrl, KAFKA_OAUTH_CLIENT_ID: clientId, KAFKA_OAUTH_SCOPE: scope } = config;
  const { KAFKA_OAUTH_CLIENT_SECRET: clientSecret } = config;
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError([`KAFKA_SASL_MECHANISM: oauthbearer needs ${OAUTH_VARIABLES.join(', ')}`]);
  }
  const fetch = createServiceFetch({ secureContext: secureContextOf(config.EXTRA_CA_CERTS) });
  return createTokenSource({ tokenUrl, clientId, clientSecret, scope, fetch });
}
