import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromPs, residentMemory, totalBytes } from './process-memory';

const MIB = 1024 * 1024;

describe('residentMemory', () => {
  it('measures running processes and omits those that have exited', async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    const memory = await residentMemory([process.pid, ended.pid!]);
    expect([...memory.keys()]).toEqual([process.pid]);
    expect(totalBytes(memory)).toBeGreaterThan(20 * MIB);
  });

  it('measures about the same with ps', async () => {
    const byPs = totalBytes(await fromPs([process.pid]));
    const usual = totalBytes(await residentMemory([process.pid]));
    expect(byPs / usual).toBeGreaterThan(0.5);
    expect(byPs / usual).toBeLessThan(2);
  });

  it('counts shared memory once', () => {
    const one = { ownBytes: 10, fileBytes: 100 };
    expect(
      totalBytes(
        new Map([
          [1, one],
          [2, { ownBytes: 5, fileBytes: 80 }],
        ]),
      ),
    ).toBe(115);
  });
});
