/**
 * Property tests draw the same cases in every run: a red run can be repeated, and a green one is no luck.
 * `PROPERTY_SEED` draws others.
 */
const fc = require('fast-check');

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20261120) });
