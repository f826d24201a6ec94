import { types } from 'node:util';
import { isStoreUnavailable } from '@orbweaver/persistence';
import { ConfigError, EXIT_CONFIG, readVersion } from '@orbweaver/platform';
import { loadAdminConfig } from './admin.config';
import { type Command, CommandError, type CommandInput, UsageError } from './command';
import { auditList } from './commands/audit-list';
import { backup } from './commands/backup';
import { backupVerify } from './commands/backup-verify';
import { creditsGrant } from './commands/credits-grant';
import { deadLettersList } from './commands/dead-letters-list';
import { deadLettersReplay } from './commands/dead-letters-replay';
import { encryptionDelete } from './commands/encryption-delete';
import { encryptionUsage } from './commands/encryption-usage';
import { hostList } from './commands/host-list';
import { jobCancel } from './commands/job-cancel';
import { jobErase } from './commands/job-erase';
import { jobExplain } from './commands/job-explain';
import { jobExport } from './commands/job-export';
import { jobList } from './commands/job-list';
import { jobRetry } from './commands/job-retry';
import { jobShow } from './commands/job-show';
import { keyAdd } from './commands/key-add';
import { keyList } from './commands/key-list';
import { keyRevoke } from './commands/key-revoke';
import { keyRotate } from './commands/key-rotate';
import { leaseList } from './commands/lease-list';
import { migrate } from './commands/migrate';
import { restore } from './commands/restore';
import { scheduleList } from './commands/schedule-list';
import { schedulePause, scheduleResume } from './commands/schedule-pause';
import { scheduleRun } from './commands/schedule-run';
import { teamAdd } from './commands/team-add';
import { teamDisable } from './commands/team-disable';
import { teamEnable } from './commands/team-enable';
import { teamList } from './commands/team-list';
import { teamSet } from './commands/team-set';
import { teamsApply } from './commands/teams-apply';
import { teamsDiff } from './commands/teams-diff';
import { topicsAcls } from './commands/topics-acls';
import { topicsCreate } from './commands/topics-create';
import { usageList } from './commands/usage-list';
import { webhookList } from './commands/webhook-list';
import { webhookRedeliver } from './commands/webhook-redeliver';
import { webhookSecretRotate } from './commands/webhook-secret-rotate';
import { webhookSecretShow } from './commands/webhook-secret-show';
import { findActor } from './find-actor';
import { type FoundCommand, findCommand, similarTo } from './find-command';
import { openInstallation } from './open-installation';
import { parseInput } from './parse-input';
import { showCommandUsage, showGroupUsage, showUsage } from './usage';

const commands: readonly Command[] = [
  migrate,
  // Before `backup`, whose argument would otherwise be `verify`.
  backupVerify,
  backup,
  restore,
  topicsCreate,
  topicsAcls,
  teamAdd,
  teamSet,
  teamDisable,
  teamEnable,
  teamList,
  teamsDiff,
  teamsApply,
  keyAdd,
  keyList,
  keyRotate,
  keyRevoke,
  creditsGrant,
  usageList,
  jobList,
  jobShow,
  jobExplain,
  jobExport,
  jobCancel,
  jobErase,
  jobRetry,
  scheduleList,
  schedulePause,
  scheduleResume,
  scheduleRun,
  leaseList,
  hostList,
  webhookList,
  webhookRedeliver,
  webhookSecretShow,
  webhookSecretRotate,
  deadLettersList,
  deadLettersReplay,
  encryptionUsage,
  encryptionDelete,
  auditList,
];

/** sysexits' EX_USAGE. */
const EXIT_USAGE = 64;

export interface AdminSurroundings {
  environment: NodeJS.ProcessEnv;
  out(line: string): void;
  err(line: string): void;
}

const HELP = ['help', '--help', '-h'];
const VERSION = ['version', '--version', '-v'];

/** Runs one command line. @returns the exit status: 0, 1 (failed), 64 (usage), 78 (configuration) */
export async function runAdmin(args: readonly string[], surroundings: AdminSurroundings): Promise<number> {
  // `help job list` is `job list --help`, and `help help` is `help`.
  if (HELP.includes(args[0] ?? '') && args.length > 1) {
    return runAdmin([...args.filter((word) => !HELP.includes(word)), '--help'], surroundings);
  }
  if (args.length === 1 && VERSION.includes(args[0]!)) {
    surroundings.out(readVersion());
    return 0;
  }
  const found = findCommand(commands, args);
  if (found.kind !== 'command') return answerWithoutCommand(found, args, surroundings);
  const { command, rest } = found;
  const { out, err } = surroundings;
  try {
    const input = parseInput(command, rest);
    if (input === undefined) out(showCommandUsage(command));
    else await runCommand(command, input, surroundings);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      err(`${error.message}\n\n${showCommandUsage(command)}`);
      return EXIT_USAGE;
    }
    err(explain(error));
    return error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}

/** Prints the usage of a group or of all commands. */
function answerWithoutCommand(
  found: Exclude<FoundCommand, { kind: 'command' }>,
  args: readonly string[],
  { out, err }: AdminSurroundings,
): number {
  const usage = found.kind === 'group' ? showGroupUsage(found.group, found.commands) : showUsage(commands);
  const words = found.kind === 'group' ? found.rest : args;
  if (HELP.includes(words[0] ?? '')) {
    out(usage);
    return 0;
  }
  err(`${explainNotFound(found, args)}\n\n${usage}`);
  return EXIT_USAGE;
}

function explainNotFound(found: Exclude<FoundCommand, { kind: 'command' }>, args: readonly string[]): string {
  if (args.length === 0) return 'A command is required.';
  if (found.kind === 'group' && found.rest.length === 0) return `"${found.group}" requires a subcommand.`;
  const similar = found.kind === 'group' ? similarTo(found.commands, args) : found.similar;
  return `Unknown command "${args.filter((word) => !HELP.includes(word)).join(' ')}".${
    similar === undefined ? '' : ` Did you mean "${similar}"?`
  }`;
}

async function runCommand(command: Command, input: CommandInput, surroundings: AdminSurroundings): Promise<void> {
  const config = loadAdminConfig(surroundings.environment);
  const installation = openInstallation(config);
  try {
    await command.run(input, {
      config,
      actor: findActor(config),
      print: surroundings.out,
      warn: surroundings.err,
      ...installation,
    });
  } finally {
    await installation.close();
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CommandError) return error.message;
  if (!isStoreUnavailable(error)) return describeError(error);
  const detail = error.cause === undefined ? '' : `: ${describeError(error.cause)}`;
  return `The database is unavailable. ${error.message}${detail}. Retry when it is available.`;
}

function describeError(error: unknown): string {
  // If no address of a host is reachable, Node.js throws an AggregateError without a message.
  if (types.isNativeError(error) && 'errors' in error && Array.isArray(error.errors)) {
    return error.errors.map(describeError).join(', ');
  }
  // Messages of Prisma start with the calling code.
  return types.isNativeError(error) ? error.message.trim().split('\n').at(-1)! : String(error);
}
