import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * `tls`: encryption only. `mutual`: requires a client certificate of the authority. `sasl`: PLAIN and SCRAM with `users`,
 * OAUTHBEARER with unsecured tokens.
 * @typedef {{ ports: Record<'tls' | 'mutual' | 'sasl', number>, authority: string, certificate: string, key: string, users: Record<string, string> }} TlsListeners
 */
export const TLS_LISTENERS = ['tls', 'mutual', 'sasl'];

const LOGIN = 'org.apache.kafka.common.security';

/** @returns {Promise<TlsListeners>} */
export async function readTlsListeners(dir, ports, users) {
  const [authority, certificate, key] = await Promise.all(
    ['ca.crt', 'tls.crt', 'tls.key'].map((name) => readFile(path.join(dir, name), 'utf8')),
  );
  const byName = Object.fromEntries(TLS_LISTENERS.map((name, index) => [name, ports[index]]));
  return { ports: byName, authority, certificate, key, users };
}

/** @param {TlsListeners} tls */
export function addressesOf({ ports }) {
  return Object.fromEntries(TLS_LISTENERS.map((name) => [name, `localhost:${ports[name]}`]));
}

/** Arguments of StorageTool that add the SCRAM users. */
export function scramArguments(tls) {
  return Object.entries(tls?.users ?? {}).flatMap(([name, password]) =>
    ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]),
  );
}

/** @param {TlsListeners} tls */
export function tlsSettings(port, controllerPort, tls) {
  const listeners = (host) =>
    TLS_LISTENERS.map((name) => `${name.toUpperCase()}://${host}:${tls.ports[name]}`).join(',');
  const plain = `PLAINTEXT://127.0.0.1:${port}`;
  const users = Object.entries(tls.users).map(([name, password]) => `user_${name}="${password}"`);
  return {
    listeners: `${plain},${listeners('127.0.0.1')},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `${plain},${listeners('localhost')}`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,TLS:SSL,MUTUAL:SSL,SASL:SASL_SSL',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.certificate.chain': oneLine(tls.certificate),
    'ssl.keystore.key': oneLine(tls.key),
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.certificates': oneLine(tls.authority),
    'listener.name.mutual.ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
    'listener.name.sasl.plain.sasl.jaas.config': `${LOGIN}.plain.PlainLoginModule required ${users.join(' ')};`,
    'listener.name.sasl.scram-sha-256.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required;`,
    'listener.name.sasl.scram-sha-512.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required;`,
    'listener.name.sasl.oauthbearer.sasl.jaas.config': `${LOGIN}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
    // Sessions end with their token.
    'listener.name.sasl.oauthbearer.connections.max.reauth.ms': 3_600_000,
  };
}

/** In properties files, `\n` is a line break. */
const oneLine = (pem) => pem.trim().replaceAll('\n', '\\n');
