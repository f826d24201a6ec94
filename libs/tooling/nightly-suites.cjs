/** Which suites run daily (`npm test`) and which nightly (`npm run test:all`), by file name. */
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/** `chaos.kafka.nightly.e2e.ts`, `plans.nightly.spec.ts` */
const NIGHTLY = '\\.nightly\\.(?:spec|e2e)\\.ts$';
/** `page-cache.e2e.ts`: daily on Kafka, nightly on one process. `scrape.both.e2e.ts` runs daily on both. */
const KAFKA_DAILY = '/[^./]+\\.e2e\\.ts$';

/** @returns jest's `testPathIgnorePatterns` of this run; `system` is that of the black-box suites */
function ignoredSuites(system) {
  if (process.env.ORBWEAVER_TESTS === 'all') return [];
  return system === 'standalone' ? [NIGHTLY, KAFKA_DAILY] : [NIGHTLY];
}

function listNightlySuites() {
  const files = ['apps', 'libs'].flatMap((dir) =>
    readdirSync(path.join(root, dir))
      .map((name) => path.join(root, dir, name, 'src'))
      .filter((src) => existsSync(src))
      .flatMap((src) => readdirSync(src, { recursive: true })),
  );
  const names = files.filter((file) => new RegExp(NIGHTLY).test(file)).map((file) => path.basename(file));
  const shared = files.filter((file) => new RegExp(KAFKA_DAILY).test(`/${path.basename(file)}`));
  return [
    ...names.map((name) => name.replace(/\.nightly\.\w+\.ts$/, '')).sort(),
    `${shared.length} suites of Kafka on one process`,
  ];
}

module.exports = { ignoredSuites, listNightlySuites };
