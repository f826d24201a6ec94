import fs, { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder } from './data-dir';

describe('makeFolder', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'orbweaver-folder-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const makeBeforeNext = (make: () => void) => {
    const mkdir = fs.mkdirSync;
    jest.spyOn(fs, 'mkdirSync').mockImplementationOnce((folder) => {
      make();
      mkdir(folder);
      return undefined;
    });
  };

  it('creates a folder and its parents', () => {
    makeFolder(path.join(parent, 'a/b'));
    makeFolder(path.join(parent, 'a/b'));
    expect(statSync(path.join(parent, 'a/b')).isDirectory()).toBe(true);
  });

  it('accepts a folder that another process creates first', () => {
    makeBeforeNext(() => makeFolder(path.join(parent, 'a')));
    makeFolder(path.join(parent, 'a/b'));
    expect(statSync(path.join(parent, 'a/b')).isDirectory()).toBe(true);
  });

  it('rejects a file that another process creates first', () => {
    makeBeforeNext(() => writeFileSync(path.join(parent, 'a'), ''));
    expect(() => makeFolder(path.join(parent, 'a/b'))).toThrow(/EEXIST/);
  });
});
