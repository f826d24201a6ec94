import { existsSync, mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../config/config';

/**
 * Converts file system errors of work in DATA_DIR.
 * @throws ConfigError for a file system error, otherwise the error of `work`
 */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    refuseDataDir(dataDir, error);
  }
}

/** @throws ConfigError for a file system error, otherwise the error itself */
export function refuseDataDir(dataDir: string, error: unknown): never {
  if (!isFileSystemError(error)) throw error;
  throw new ConfigError([
    `DATA_DIR: ${path.resolve(dataDir)} cannot be used: ${reasonOf(error)}; set it to a folder writable by ${userName()}`,
  ]);
}

/** Like `mkdir -p`. Node's own loops forever where no folder can be created, such as below `/proc`. */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}

type FileSystemError = NodeJS.ErrnoException & { code: string; syscall: string };

/** Network errors have a syscall but no path. */
function isFileSystemError(error: unknown): error is FileSystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;
}

function reasonOf({ code, path: file, message }: FileSystemError): string {
  const reasons: Record<string, string> = {
    EACCES: `${userName()} has no write access to ${file}`,
    EPERM: `${userName()} has no write access to ${file}`,
    EROFS: `the file system of ${file} is read-only`,
    ENOTDIR: `a parent of ${file} is a file, not a folder`,
    EEXIST: `${file} is a file, not a folder`,
    ENOENT: `${file} cannot be created`,
    ENOSPC: `no space left for ${file}`,
    EDQUOT: `no space left for ${file}`,
  };
  return reasons[code] ?? message;
}

/** Containers may run with a user id that has no name. */
function userName(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
