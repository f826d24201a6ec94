export { type AdminSurroundings, runAdmin } from './run-admin';
export { runCommandLine } from './run-command-line';
