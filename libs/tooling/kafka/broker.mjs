import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brokerConfig } from './broker-config.mjs';
import { checkJava, fetchJars } from './fetch-jars.mjs';
import { addressesOf, readTlsListeners, scramArguments, TLS_LISTENERS } from './tls-listeners.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts a broker that outlives the caller unless it stops it.
 * @param {{ port?: number, advertisedPort?: number, dir?: string, users?: Record<string, string>, tlsDir?: string, say?: (line: string) => void }} options
 *   `dir` keeps its data; without it a temporary folder is used and removed by stopBroker. `advertisedPort`: of a proxy.
 *   With `users`, passwords by name, clients authenticate by SASL/PLAIN and ACLs apply. With `tlsDir` (`ca.crt`,
 *   `tls.crt`, `tls.key`), TLS listeners are added, without ACLs; `users` apply to that with SASL.
 * @returns {Promise<{ brokers: string, pid: number, port: number, dir: string, temporary: boolean, tls?: Record<string, string> }>}
 *   `tls`: address by listener
 */
export async function startBroker({ port, advertisedPort, dir, users, tlsDir, say = () => undefined } = {}) {
  await checkJava();
  const jars = await fetchJars(say);
  const temporary = dir === undefined;
  const home = temporary ? await mkdtemp(path.join(os.tmpdir(), 'orbweaver-kafka-')) : path.resolve(dir);
  const logDir = path.join(home, 'log');
  const config = path.join(home, 'broker.properties');
  const logFile = path.join(home, 'broker.log');
  await mkdir(logDir, { recursive: true });
  const [freePort, controllerPort, internalPort, ...tlsPorts] = await freePorts(3 + TLS_LISTENERS.length);
  const broker = { port: port ?? freePort, dir: home, temporary };
  const secure = users && tlsDir === undefined ? { internalPort, users } : undefined;
  const tls = tlsDir === undefined ? undefined : await readTlsListeners(tlsDir, tlsPorts, users ?? {});
  await writeFile(config, brokerConfig({ port: broker.port, advertisedPort, controllerPort, logDir, secure, tls }));
  // The probe has no credentials.
  const probed = secure ? internalPort : broker.port;
  if (!existsSync(path.join(logDir, 'meta.properties'))) {
    const format = runJava(
      jars,
      ['kafka.tools.StorageTool', 'format', '-t', clusterId(), '-c', config, ...scramArguments(tls)],
      logFile,
    );
    const status = await ended(format);
    if (status !== 0) throw new Error(`formatting the data folder failed; see ${logFile}`);
  }
  if (await answers(broker.port)) throw new Error(`port ${broker.port} is taken by another Kafka`);
  const child = runJava(jars, ['kafka.Kafka', config], logFile, { detached: true });
  let status;
  ended(child).then((code) => {
    status = code;
  });
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(probed))) {
    if (status !== undefined || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(
        `Kafka did not come up on port ${broker.port}:\n${(await readFile(logFile, 'utf8')).slice(-3000)}`,
      );
    }
    await sleep(100);
  }
  child.unref();
  return { ...broker, pid: child.pid, brokers: `127.0.0.1:${broker.port}`, ...(tls && { tls: addressesOf(tls) }) };
}

export async function stopBroker({ pid, dir, temporary }) {
  if (isBroker(pid)) {
    process.kill(pid, 'SIGTERM');
    for (const until = Date.now() + STOP_TIMEOUT_MS; isBroker(pid) && Date.now() < until; ) await sleep(100);
    if (isBroker(pid)) process.kill(pid, 'SIGKILL');
    while (isBroker(pid)) await sleep(50);
  }
  if (temporary) await rm(dir, { recursive: true, force: true });
}

/** Whether the pid is a running Kafka; pids are reused. */
export function isBroker(pid) {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'stat=,command='], { encoding: 'utf8' });
  return stdout.includes('kafka.Kafka') && !stdout.trimStart().startsWith('Z');
}

/** Java expands the class path pattern itself; a shell must not. */
function runJava(jars, args, logFile, options = {}) {
  const log = openSync(logFile, 'a');
  const logging = `-Dlog4j2.configurationFile=${path.join(here, 'log4j2.properties')}`;
  const java = ['-Xms256m', '-Xmx768m', '-XX:+UseG1GC', logging, '-cp', path.join(jars, '*'), ...args];
  const child = spawn('java', java, { stdio: ['ignore', log, log], ...options });
  closeSync(log);
  return child;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? -1));
  });
}

/** Sixteen random bytes in URL-safe base64, the form of cluster ids. */
function clusterId() {
  return randomBytes(16).toString('base64url').replace(/^-/, 'A');
}

/** Whether the broker answers a metadata request (key 3, version 1, no topics) with at least one broker. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on('connect', () => {
      const request = Buffer.alloc(18);
      request.writeInt32BE(14, 0);
      request.writeInt16BE(3, 4);
      request.writeInt16BE(1, 6);
      request.writeInt32BE(1, 8);
      request.writeInt16BE(-1, 12);
      request.writeInt32BE(0, 14);
      socket.write(request);
    });
    let answer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 12) end(answer.readInt32BE(8) > 0);
    });
  });
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer().on('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
