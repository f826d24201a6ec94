const preset = require('../../libs/tooling/jest-preset.cjs');

const hasKafka = Boolean(process.env.KAFKA_BROKERS);
if (!hasKafka) {
  console.error(
    'messaging: skipping *.kafka.spec.ts because KAFKA_BROKERS is not set (see libs/tooling/kafka/kafka.mjs)',
  );
}

module.exports = preset(__dirname, {
  testPathIgnorePatterns: hasKafka ? [] : ['\\.kafka\\.spec\\.ts$'],
  testTimeout: hasKafka ? 60_000 : 15_000,
});
