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

  /** As another process does in just that moment. */
  const makeBeforeNext = (make: () => void) => {
    const mkdir = fs.mkdirSync;
    jest.spyOn(fs, 'mkdirSync').mockImplementationOnce((folder) => {
      make();
      mkdir(folder);
      return undefined;
    });
  };

  it('makes a folder and all above it', () => {
    makeFolder(path.join(parent, 'a/b'));
    makeFolder(path.join(parent, 'a/b'));
    expect(statSync(path.join(parent, 'a/b')).isDirectory()).toBe(true);
  });

  it('goes on where another process was quicker', () => {
    makeBeforeNext(() => makeFolder(path.join(parent, 'a')));
    makeFolder(path.join(parent, 'a/b'));
    expect(statSync(path.join(parent, 'a/b')).isDirectory()).toBe(true);
  });

  it('does not where that made a file', () => {
    makeBeforeNext(() => writeFileSync(path.join(parent, 'a'), ''));
    expect(() => makeFolder(path.join(parent, 'a/b'))).toThrow(/EEXIST/);
  });
});
