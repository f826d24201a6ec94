import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpuByPart, pidsOf, readCpu, threadRoles } from './cpu-parts';
import { memoryMb } from './process-cpu';

const BUSY = `
  const { Worker } = require('node:worker_threads');
  // Measures CPU time, so a busy machine does not matter; one thread runs at a time.
  const spin = (ms) => { for (const from = process.cpuUsage(); process.cpuUsage(from).user < ms * 1000; ); };
  const worker = new Worker('const { parentPort } = require("node:worker_threads"); const spin = ' + spin +
    '; parentPort.on("message", (ms) => { spin(ms); parentPort.postMessage("spun"); });', { eval: true });
  process.on('message', ({ main, inWorker }) => {
    spin(main);
    worker.postMessage(inWorker);
    worker.once('message', () => process.send('done'));
  });
  process.on('disconnect', () => process.exit());
  worker.once('online', () => process.send('ready'));
`;

// Reads /proc, which only Linux has.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('CPU by part', () => {
  it('separates the main thread of a process from its workers', async () => {
    const child = fork('-e', [BUSY], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(child, 'message');
    const roots = [{ part: 'child', pid: child.pid ?? 0, isNode: true }];
    const before = readCpu(roots);
    child.send({ main: 300, inWorker: 900 });
    await once(child, 'message');
    const after = readCpu(roots);
    const parts = cpuByPart(roots, before, after);
    expect(parts.get('child: workers')).toBeGreaterThan(1.5 * (parts.get('child: main') ?? 0));
    expect(parts.get('child: main')).toBeGreaterThan(50);
    const sum = [...parts.values()].reduce((total, ms) => total + ms, 0);
    expect(Math.abs(sum - (after.totalMs - before.totalMs))).toBeLessThanOrEqual(50);
    child.disconnect();
    await once(child, 'exit');
  });

  it('finds the main thread, V8 helpers and memory of a Node.js process', () => {
    const roles = threadRoles(process.pid);
    expect(roles.get(process.pid)).toBe('main');
    expect([...roles.values()]).toContain('V8 helpers');
    expect(memoryMb(pidsOf([{ part: 'this', pid: process.pid, isNode: true }]))).toBeGreaterThan(20);
  });
});
