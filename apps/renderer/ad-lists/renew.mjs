// Compiles engine.br, which the renderer loads, from the lists in this folder. Arguments replace the lists first:
// node ad-lists/renew.mjs /path/to/easylist.txt /path/to/easyprivacy.txt
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { FiltersEngine } from '@ghostery/adblocker';

const LISTS = ['easylist.txt', 'easyprivacy.txt'];
const here = (name) => join(import.meta.dirname, name);

function compress(bytes) {
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

for (const file of process.argv.slice(2)) {
  const name = basename(file);
  const list = readFileSync(file);
  if (!LISTS.includes(name) || !list.subarray(0, 64).toString().startsWith('[Adblock Plus')) {
    throw new Error(`${file} is none of the lists ${LISTS.join(', ')}`);
  }
  writeFileSync(here(`${name}.br`), compress(list));
}

const lists = LISTS.map((name) => brotliDecompressSync(readFileSync(here(`${name}.br`))).toString());
const engine = FiltersEngine.parse([...lists, readFileSync(here('additions.txt'), 'utf8')].join('\n'));
writeFileSync(here('engine.br'), compress(engine.serialize()));
const { networkFilters, cosmeticFilters } = engine.getFilters();
console.log(`engine.br: ${networkFilters.length} rules for requests, ${cosmeticFilters.length} for elements`);
