import { tlsSettings } from './tls-listeners.mjs';

const MIB = 1024 * 1024;

/**
 * A single node that is broker and controller; sized for tests, not for safety.
 * @param {{ port: number, advertisedPort?: number, controllerPort: number, logDir: string, secure?: { internalPort: number, users: Record<string, string> }, tls?: import('./tls-listeners.mjs').TlsListeners }} options
 *   `advertisedPort`: of a proxy; with `secure` clients authenticate by SASL/PLAIN with the passwords of `users`, and
 *   ACLs apply; `root` is a superuser; with `tls`, TLS listeners are added to the plain one
 */
export function brokerConfig({ port, advertisedPort = port, controllerPort, logDir, secure, tls }) {
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort}`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logDir,
    'auto.create.topics.enable': false,
    // The largest message is 64 MiB, and a dead letter holds it whole.
    'message.max.bytes': 66 * MIB,
    'replica.fetch.max.bytes': 66 * MIB,
    'socket.request.max.bytes': 128 * MIB,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // Each partition reserves its index files; the default of 10 MiB adds up over hundreds of partitions.
    'log.index.size.max.bytes': MIB,
    'log.segment.bytes': 128 * MIB,
    ...(secure && secured(port, controllerPort, secure)),
    ...(tls && tlsSettings(port, controllerPort, tls)),
  };
  return `${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`;
}

/** Listener for the broker itself, without authentication. */
function secured(port, controllerPort, { internalPort, users }) {
  const entries = Object.entries(users).map(([name, password]) => `user_${name}="${password}"`);
  return {
    listeners: `CLIENTS://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${internalPort},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENTS://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${internalPort}`,
    'listener.security.protocol.map': 'CLIENTS:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.clients.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${entries.join(' ')};`,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:root;User:ANONYMOUS',
    'allow.everyone.if.no.acl.found': false,
  };
}
