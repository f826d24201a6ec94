/** Fixed seed: property tests use the same cases in every run. `PROPERTY_SEED` overrides it. */
const fc = require('fast-check');

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20261120) });
