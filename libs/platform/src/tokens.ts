/** What the platform provides, globally, to the modules of every service. Inject by token. */

/** A Publisher of @orbweaver/messaging. */
export const PUBLISHER = Symbol('PUBLISHER');
/** A Database of @orbweaver/persistence; provided only to services that say `database: true`. */
export const DATABASE = Symbol('DATABASE');
/** A ContentStore of @orbweaver/object-store; provided only to services that say `contents`. */
export const CONTENTS = Symbol('CONTENTS');
/** An EventLog, bound to the service's name. */
export const LOG = Symbol('LOG');
/** The process's prom-client Registry. Metric names start with `orbweaver_`. */
export const METRICS = Symbol('METRICS');
/** The service's own configuration, as parsed. */
export const CONFIG = Symbol('CONFIG');
/** A HealthChecks: services add what readiness depends on. */
export const HEALTH = Symbol('HEALTH');
/** A Stopping: tells when the process began to shut down. */
export const STOPPING = Symbol('STOPPING');
/** A Clock of @orbweaver/core that follows the clock of the database, or else of the brokers. */
export const CLOCK = Symbol('CLOCK');
/** A LanguageModel of @orbweaver/language-model, or undefined where none is configured; of languageModelProvider. */
export const LANGUAGE_MODEL = Symbol('LANGUAGE_MODEL');
/** A Tracing: shows where the time goes, if a collector is configured. */
export const TRACING = Symbol('TRACING');
/** A source of chance: a function that returns a number from 0 to 1. */
export const RANDOM = Symbol('RANDOM');
