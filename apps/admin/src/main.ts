import { runCommandLine } from './run-command-line';

void runCommandLine(process.argv.slice(2));
