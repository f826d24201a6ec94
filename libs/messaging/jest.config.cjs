const preset = require('../../libs/tooling/jest-preset.cjs');

const hasKafka = Boolean(process.env.KAFKA_BROKERS);
if (!hasKafka) {
  console.error(
    'messaging: *.kafka.spec.ts left out, KAFKA_BROKERS is not set (start a broker: libs/tooling/kafka/kafka.mjs)',
  );
}

module.exports = preset(__dirname, {
  testPathIgnorePatterns: hasKafka ? [] : ['\\.kafka\\.spec\\.ts$'],
  testTimeout: hasKafka ? 60_000 : 15_000,
});
