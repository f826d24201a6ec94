#!/usr/bin/env node
// Runs Kafka on this machine without Docker: node kafka.mjs start | stop | run [--port N] [--advertise N] [--dir DIR]
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MissingToolError } from '../scripts/missing-tool.mjs';
import { isBroker, startBroker, stopBroker } from './broker.mjs';
import { cacheDir } from './fetch-jars.mjs';

const EXIT_USAGE = 2;
const EXIT_MISSING_TOOL = 3;
const USAGE = `usage: kafka.mjs start [--port N] [--dir DIR]   start in the background and print host:port
       kafka.mjs stop [--dir DIR]             stop the started broker
       kafka.mjs run [--port N] [--dir DIR]   run until interrupted
With --users NAME:PASSWORD,… clients authenticate by SASL/PLAIN and ACLs apply. The user root is a superuser.
--tls DIR (ca.crt, tls.crt, tls.key) adds TLS listeners; running.json in the folder of --dir has their addresses.
--advertise: port in the addresses that clients receive, for a proxy in front of the broker.
Without --dir the data is in a temporary folder, which is deleted when the broker stops.
`;
const say = (line) => process.stderr.write(`${line}\n`);

main().catch((error) => {
  say(error instanceof MissingToolError ? error.message : String(error?.stack ?? error));
  process.exit(error instanceof MissingToolError ? EXIT_MISSING_TOOL : 1);
});

async function main() {
  const { command, port, advertise, dir, users, tlsDir } = readArguments();
  if (command === 'stop') return stop(dir);
  const noted = await readNote(dir);
  const running = noted !== undefined && isBroker(noted.pid) ? noted : undefined;
  if (running !== undefined) {
    if (command === 'run') throw new Error(`Kafka runs already: ${running.brokers}`);
    return print(running.brokers);
  }
  const broker = await startBroker({ port, advertisedPort: advertise, dir, users, tlsDir, say });
  await mkdir(path.dirname(noteFile(dir)), { recursive: true });
  await writeFile(noteFile(dir), JSON.stringify(broker));
  print(broker.brokers);
  if (command !== 'run') return process.exit(0);
  const heartbeat = setInterval(() => {
    if (isBroker(broker.pid)) return;
    say(`Kafka has ended; see ${path.join(broker.dir, 'broker.log')}`);
    process.exit(1);
  }, 1_000);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      clearInterval(heartbeat);
      stop(dir).then(() => process.exit(0));
    });
  }
}

async function stop(dir) {
  const noted = await readNote(dir);
  if (noted !== undefined) await stopBroker(noted);
  await rm(noteFile(dir), { force: true });
}

function readArguments() {
  try {
    const options = {
      port: { type: 'string' },
      advertise: { type: 'string' },
      dir: { type: 'string' },
      users: { type: 'string' },
      tls: { type: 'string' },
    };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [port, advertise] = [values.port, values.advertise].map((text) => (text === undefined ? text : Number(text)));
    const isValid = positionals.length === 1 && ['start', 'stop', 'run'].includes(positionals[0]);
    if (isValid && [port, advertise].every((value) => value === undefined || Number.isInteger(value)))
      return {
        command: positionals[0],
        port,
        advertise,
        dir: values.dir,
        users: readUsers(values.users),
        tlsDir: values.tls,
      };
  } catch (error) {
    say(error.message);
  }
  process.stderr.write(USAGE);
  process.exit(EXIT_USAGE);
}

function readUsers(text) {
  return text === undefined ? undefined : Object.fromEntries(text.split(',').map((user) => user.split(':')));
}

/** State file of the running broker: next to its data, or in the cache for temporary data. */
function noteFile(dir) {
  return dir === undefined ? path.join(cacheDir, 'running.json') : path.join(path.resolve(dir), 'running.json');
}

/** The broker that was started last; it may have exited. */
async function readNote(dir) {
  try {
    return JSON.parse(await readFile(noteFile(dir), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function print(brokers) {
  process.stdout.write(`${brokers}\n`);
}
