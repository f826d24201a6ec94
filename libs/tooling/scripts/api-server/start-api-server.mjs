// Starts a Kubernetes API server on this machine: etcd and kube-apiserver, without nodes and controllers.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOKEN = 'checks';
const START_TIMEOUT_MS = 180_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * @param {{ etcd: string, apiServer: string }} programs
 * @returns {Promise<{ access: { address: string, token: string }, request: (method: string, path: string, body?: object, type?: string) => Promise<{ status: number, body: any }>, stop: () => Promise<void> }>}
 */
export async function startApiServer({ etcd, apiServer }) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orbweaver-api-server-'));
  const [client, peer, port] = await freePorts(3);
  const key = path.join(dir, 'accounts.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const tokens = path.join(dir, 'tokens.csv');
  writeFileSync(tokens, `${TOKEN},checks,checks,system:masters\n`);
  const etcdUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const processes = [
    start(etcd, {
      'data-dir': path.join(dir, 'etcd'),
      'listen-client-urls': etcdUrl,
      'advertise-client-urls': etcdUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `default=${peerUrl}`,
    }),
    start(apiServer, {
      'etcd-servers': etcdUrl,
      'bind-address': '127.0.0.1',
      'secure-port': port,
      'cert-dir': path.join(dir, 'certificates'),
      'token-auth-file': tokens,
      'authorization-mode': 'AlwaysAllow',
      'service-account-issuer': 'https://127.0.0.1',
      'service-account-key-file': key,
      'service-account-signing-key-file': key,
      'service-cluster-ip-range': '10.0.0.0/24',
    }),
  ];
  const request = (...args) => send(port, ...args);
  const stop = async () => {
    for (const { child, ended } of processes.reverse()) {
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(dir, { recursive: true, force: true });
  };
  for (const until = Date.now() + START_TIMEOUT_MS; ; await sleep(500)) {
    const ready = await request('GET', '/readyz').catch(() => undefined);
    if (ready?.status === 200) return { access: { address: `https://127.0.0.1:${port}`, token: TOKEN }, request, stop };
    const lost = processes.find(({ child }) => child.exitCode !== null);
    if (lost === undefined && Date.now() < until) continue;
    const output = (lost ?? processes[1]).output.join('').slice(-3000);
    await stop();
    throw new Error(`the API server did not start:\n${output}`);
  }
}

function start(program, flags) {
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return { child, output, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Accepts the self-signed certificate, because the server is on this machine. */
function send(port, method, url, body, type = 'application/json') {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': type }) };
    const options = { host: '127.0.0.1', port, path: url, method, headers, rejectUnauthorized: false };
    const request = https.request({ ...options, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        resolve({ status: response.statusCode, body: isJson ? JSON.parse(text) : text });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`${method} ${url} was not answered in time`)));
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((resolve, reject) => {
        server.on('error', reject).listen(0, '127.0.0.1', () => resolve(server));
      });
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
