const { spawnSync } = require('node:child_process');

/** The longest suite takes three minutes on two busy cores. */
const SILENCE_TO_TELL_MS = 5 * 60_000;
const SILENCE_TO_END_MS = 8 * 60_000;
/** The longest run, the black box on Kafka, takes twelve. A system that answers nothing lets every test wait. */
const LONGEST_RUN_MS = 35 * 60_000;
const CHECK_EVERY_MS = 10_000;
/** The system under test is stopped meanwhile, which takes seconds. */
const TIME_TO_END_MS = 120_000;

/**
 * A reporter that ends a run which goes on for ever. The time limits of tests do not see a suite that computes without
 * an end, a worker that is gone, or a handle that was left open; whoever waits for the run would see nothing either.
 */
module.exports = class SuiteWatch {
  #running = new Map();
  #startedAt = Date.now();
  #lastEndAt = Date.now();
  #hasTold = false;
  #timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();

  onTestFileStart({ path }) {
    this.#running.set(path, Date.now());
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
    this.#lastEndAt = Date.now();
    this.#hasTold = false;
  }

  onRunComplete(_contexts, { success }) {
    clearInterval(this.#timer);
    const startedAt = Date.now();
    // Does not hold the process: it fires only where something else does.
    setInterval(() => {
      if (Date.now() - startedAt < TIME_TO_END_MS) return;
      tell(`all suites have ended, and the run has not: open are ${process.getActiveResourcesInfo().join(', ')}`);
      end(success ? 0 : 1);
    }, CHECK_EVERY_MS).unref();
  }

  #check() {
    const silence = Date.now() - this.#lastEndAt;
    if (Date.now() - this.#startedAt > LONGEST_RUN_MS) {
      tell(`ended, for the run takes longer than ${minutes(LONGEST_RUN_MS)}; running: ${this.#names()}`);
      end(1);
    }
    if (silence > SILENCE_TO_END_MS) {
      tell(`ended, for no suite has in ${minutes(silence)}; running: ${this.#names()}`);
      // Each running suite fails with its worker, and the run goes on.
      if (!killChildren('jest-worker')) end(1);
      this.#lastEndAt = Date.now();
    }
    if (silence > SILENCE_TO_TELL_MS && !this.#hasTold) {
      this.#hasTold = true;
      tell(`no suite has ended for ${minutes(silence)}; running: ${this.#names()}`);
    }
  }

  #names() {
    return [...this.#running].map(([path, since]) => `${path} (${minutes(Date.now() - since)})`).join(', ') || 'none';
  }
};

function tell(text) {
  process.stderr.write(`suite watch: ${text}\n`);
}

function end(status) {
  killChildren('');
  process.exit(status);
}

/**
 * A worker that computes without an end hears no signal that it could handle, nor that its parent is gone.
 * @returns whether there was one whose command matches
 */
function killChildren(command) {
  return spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', command]).status === 0;
}

function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} min`;
}
