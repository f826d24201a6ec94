// `node libs/tooling/scripts/release/pack-chart.mjs REGISTRY SERVICE_DIGEST RENDERER_DIGEST DIR`: packs the Helm chart of a
// release into DIR and prints the path. The chart names its images by digest and needs no values, only secrets.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { findHelm } from '../deployment/render-chart.mjs';
import { root } from '../workspace.mjs';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * @param {(args: string[]) => string} helm
 * @param {{ registry: string, digests: { service: string, renderer: string }, dir: string }} release
 * @returns {string} the path of the packed chart
 */
export function packChart(helm, { registry, digests, dir }) {
  for (const [image, digest] of Object.entries(digests)) {
    if (!DIGEST.test(digest))
      throw new Error(`the digest of ${image} is "${digest}", expected sha256: and 64 hexadecimal digits`);
  }
  const scratch = mkdtempSync(path.join(tmpdir(), 'orbweaver-chart-'));
  try {
    const chart = path.join(scratch, 'orbweaver');
    cpSync(path.join(root, 'k8s/chart'), chart, { recursive: true });
    rmSync(path.join(chart, 'ci'), { recursive: true });
    const file = path.join(chart, 'values.yaml');
    const values = parseDocument(readFileSync(file, 'utf8'));
    values.setIn(['image', 'registry'], registry);
    for (const [image, digest] of Object.entries(digests)) values.setIn(['image', 'digests', image], digest);
    values.setIn(['kafka', 'brokersInSecret'], true);
    writeFileSync(file, String(values));
    const output = helm(['package', chart, '--destination', dir]);
    return /: (\S+\.tgz)\s*$/.exec(output)[1];
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [registry, service, renderer, dir] = process.argv.slice(2);
  if (dir === undefined) {
    console.error('usage: pack-chart.mjs REGISTRY SERVICE_DIGEST RENDERER_DIGEST DIR');
    process.exit(2);
  }
  console.log(packChart(findHelm(), { registry, digests: { service, renderer }, dir }));
}
