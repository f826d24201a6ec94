import { existsSync, mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../config/config';

/**
 * Runs work that makes, reads or writes files of DATA_DIR. @throws ConfigError when the file system refuses, else what
 * `work` throws
 */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    refuseDataDir(dataDir, error);
  }
}

/** @throws ConfigError when `error` comes from the file system, else the error as it is */
export function refuseDataDir(dataDir: string, error: unknown): never {
  if (!isFileSystemError(error)) throw error;
  throw new ConfigError([
    `DATA_DIR: ${path.resolve(dataDir)} cannot be used: ${reasonOf(error)}; set it to a folder that ${userName()} may write`,
  ]);
}

/** As `mkdir -p`. Node's own never returns where no folder can be made, such as below `/proc`. */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process that starts for the first time may have been quicker.
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}

type FileSystemError = NodeJS.ErrnoException & { code: string; syscall: string };

/** The errors of system calls on files. A network error has a syscall, too, but no path. */
function isFileSystemError(error: unknown): error is FileSystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;
}

function reasonOf({ code, path: file, message }: FileSystemError): string {
  const reasons: Record<string, string> = {
    EACCES: `${userName()} may not write ${file}`,
    EPERM: `${userName()} may not write ${file}`,
    EROFS: `the file system of ${file} is read-only`,
    ENOTDIR: `a part of ${file} is a file and no folder`,
    EEXIST: `${file} is a file and no folder`,
    ENOENT: `${file} cannot be made there`,
    ENOSPC: `there is no space left for ${file}`,
    EDQUOT: `there is no space left for ${file}`,
  };
  return reasons[code] ?? message;
}

/** A container may run under a user id without a user. */
function userName(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
