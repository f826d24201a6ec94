import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PageDocument } from './messages';

const tracked = JSON.parse(readFileSync(path.join(__dirname, 'corpus/page-document.tracked.json'), 'utf8'));

describe('schema of a tracked document', () => {
  it.each<[string, string[], boolean]>([
    ['the maximum number of frames', Array.from({ length: 100 }, (_, n) => `https://a.test/${n}`), true],
    ['more', Array.from({ length: 101 }, (_, n) => `https://a.test/${n}`), false],
    ['a frame URL of the maximum length', ['x'.repeat(1_000_000)], false],
  ])('accepts %s: %#', (_, frames, isTaken) => {
    const { message } = tracked;
    const changeTracking = { ...message.changeTracking, frames };
    expect(PageDocument.safeParse({ ...message, content: new Uint8Array(), changeTracking }).success).toBe(isTaken);
  });
});
