// The signature check for webhook receivers, from the tested examples.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

export function writeSignatureCheck() {
  return [
    '```ts',
    take('typescript/webhook-receiver.ts', /\/\*\* `rawBody`[\s\S]*?\n}\n/),
    '```',
    '',
    '```python',
    take('python/webhook_receiver.py', /def is_from_orbweaver[\s\S]*?\n(?=\n)/),
    '```',
  ].join('\n');
}

function take(example, pattern) {
  const [part] = pattern.exec(readFileSync(path.join(root, 'apps/docs/examples', example), 'utf8')) ?? [];
  if (part === undefined) throw new Error(`${example} has no check of signatures that looks like ${pattern}`);
  return part.trimEnd();
}
