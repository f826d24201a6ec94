import { spawn } from 'node:child_process';
import type { Server } from 'node:net';
import path from 'node:path';

const RELAY = path.join(__dirname, 'relay.mjs');
/** Starts the relay in the background, then becomes the given program. */
const SCRIPT = 'ip link set lo up && { "$0" "$1" "$2" "$3" "$4" "$5" & shift 5; exec "$@"; }';

export interface IsolatedNetwork {
  /** A program with arguments that starts another one in the network. */
  through: string[];
  close(): void;
}

/**
 * A network namespace of Linux with a loopback interface only, so that the kernel refuses every other address. The
 * service's port is forwarded into the network and the site's port out of it, by Unix sockets in `directory`.
 */
export function isolateNetwork(
  directory: string,
  { servicePort, site, sitePort }: { servicePort: number; site: Server; sitePort: number },
): IsolatedNetwork {
  const toService = path.join(directory, 'service.sock');
  const toSite = path.join(directory, 'site.sock');
  site.listen(toSite);
  const relay = spawn(process.execPath, [RELAY, String(servicePort), toService], { stdio: 'ignore' });
  const inside = [process.execPath, RELAY, toService, String(servicePort), String(sitePort), toSite];
  return {
    through: [...namespace(), 'sh', '-c', SCRIPT, ...inside, ...asCaller()],
    close: () => relay.kill('SIGKILL'),
  };
}

/** Creating a network needs root, or a user namespace in which the caller appears as root. */
const namespace = (): string[] => ['unshare', '--net', ...(isRoot() ? [] : ['--map-root-user'])];

function asCaller(): string[] {
  return isRoot() ? [] : ['unshare', '--user', `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`];
}

const isRoot = (): boolean => process.getuid?.() === 0;
