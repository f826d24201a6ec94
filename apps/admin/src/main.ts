import { runAdmin } from './run-admin';

void runAdmin(process.argv.slice(2), {
  environment: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
}).then((status) => {
  process.exitCode = status;
});
