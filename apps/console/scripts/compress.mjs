// Writes a gzip copy of each file of the build, which the gateway sends to browsers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../dist');

for (const name of readdirSync(dist, { recursive: true })) {
  if (/\.(?:html|js|css|svg)$/.test(name)) {
    const file = path.join(dist, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}
