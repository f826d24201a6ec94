/** Injection tokens of the platform's global providers. */

export const PUBLISHER = Symbol('PUBLISHER');
/** BrokerOperations of @orbweaver/messaging, or undefined without a broker. */
export const BROKER = Symbol('BROKER');
export const DATABASE = Symbol('DATABASE');
/** ContentStore of @orbweaver/object-store, for services with `contents`. */
export const CONTENTS = Symbol('CONTENTS');
/** ContentCipher of @orbweaver/object-store, for services with a database. */
export const CIPHER = Symbol('CIPHER');
export const LOG = Symbol('LOG');
/** The process's prom-client Registry. Metric names start with `orbweaver_`. */
export const METRICS = Symbol('METRICS');
export const CONFIG = Symbol('CONFIG');
/** Names of the services of this process. */
export const SERVICES = Symbol('SERVICES');
export const HEALTH = Symbol('HEALTH');
export const STOPPING = Symbol('STOPPING');
/** Clock of @orbweaver/core that follows the database or the brokers. */
export const CLOCK = Symbol('CLOCK');
/** LanguageModel of @orbweaver/language-model, or undefined if not configured. Provided by languageModelProvider. */
export const LANGUAGE_MODEL = Symbol('LANGUAGE_MODEL');
/** SearchEngine of @orbweaver/search, or undefined if not configured. Provided by searchProvider. */
export const SEARCH_ENGINE = Symbol('SEARCH_ENGINE');
/** ServiceFetch of @orbweaver/egress. Provided by serviceFetchProvider. */
export const SERVICE_FETCH = Symbol('SERVICE_FETCH');
export const TRACING = Symbol('TRACING');
/** Function that returns a random number from 0 to 1. */
export const RANDOM = Symbol('RANDOM');
