const { spawnSync } = require('node:child_process');

const LIMITS = {
  /** The longest suite takes three minutes on two busy cores. */
  silenceToTellMs: 5 * 60_000,
  silenceToEndMs: 8 * 60_000,
  /** The longest run, the black box on one process, takes sixteen. A system that answers nothing lets every test wait. */
  longestRunMs: 35 * 60_000,
  /** The system under test is stopped meanwhile, which takes seconds. */
  timeToEndMs: 120_000,
  checkEveryMs: 10_000,
};

/**
 * A reporter that ends a run which goes on for ever. The time limits of tests do not see a suite that computes without
 * an end, a worker that is gone, or a handle that was left open; whoever waits for the run would see nothing either.
 */
module.exports = class SuiteWatch {
  #running = new Map();
  #startedAt = Date.now();
  #lastEndAt = Date.now();
  #hasTold = false;
  #limits;
  #timer;

  /** @param options of the reporter, as jest's configuration gives them: other limits, for tests */
  constructor(_globalConfig, options = {}) {
    this.#limits = { ...LIMITS, ...options };
    this.#timer = setInterval(() => this.#check(), this.#limits.checkEveryMs).unref();
  }

  onTestFileStart({ path }) {
    this.#running.set(path, Date.now());
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
    this.#lastEndAt = Date.now();
    this.#hasTold = false;
  }

  onRunComplete() {
    clearInterval(this.#timer);
    // Does not hold the process: it fires only where something else does.
    setTimeout(() => {
      tell(`all suites have ended, and the run has not: open are ${process.getActiveResourcesInfo().join(', ')}`);
      end();
    }, this.#limits.timeToEndMs).unref();
  }

  #check() {
    const { longestRunMs, silenceToTellMs, silenceToEndMs } = this.#limits;
    const silence = Date.now() - this.#lastEndAt;
    if (Date.now() - this.#startedAt > longestRunMs) {
      tell(`ended, for the run takes longer than ${minutes(longestRunMs)}; running: ${this.#names()}`);
      end();
    }
    if (silence > silenceToEndMs) {
      tell(`ended, for no suite has in ${minutes(silence)}; running: ${this.#names()}`);
      // Each running suite fails with its worker, and the run goes on.
      if (!killChildren('jest-worker')) end();
      this.#lastEndAt = Date.now();
    }
    if (silence > silenceToTellMs && !this.#hasTold) {
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

function end() {
  killChildren('');
  process.exit(1);
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
