import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from './service-process';

export const repositoryRoot = path.resolve(__dirname, '../../../..');

export const entryOf = (app: Role | 'admin'): string => path.join(repositoryRoot, 'apps', app, 'dist/main.js');

export const makeDirectory = (): string => mkdtempSync(path.join(tmpdir(), 'orbweaver-e2e-'));
