import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');

it("logs Node's warnings, except those about kafkajs timers", async () => {
  const script = `
    require(${JSON.stringify(path.join(__dirname, 'log-warnings.ts'))}).writeWarnings((line) => console.log(line));
    process.emitWarning('-5 is a negative number.', 'TimeoutNegativeWarning');
    process.emitWarning('Possible EventEmitter memory leak', 'MaxListenersExceededWarning');
  `;
  const { stdout, stderr } = await run(process.execPath, ['--require', hook, '-e', script]);
  expect({ stdout, stderr }).toEqual({
    stdout: 'MaxListenersExceededWarning: Possible EventEmitter memory leak\n',
    stderr: '',
  });
});
