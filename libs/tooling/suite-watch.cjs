const { spawnSync } = require('node:child_process');

const LIMITS = {
  /** Without a finished suite. The slowest takes three minutes on two busy cores. */
  warnAfterMs: 5 * 60_000,
  killAfterMs: 8 * 60_000,
  /** The longest run, all black-box suites on one process, takes 19 minutes. */
  maxRunMs: 35 * 60_000,
  /** After the last suite: stopping the system under test takes seconds. */
  exitAfterMs: 120_000,
  checkEveryMs: 10_000,
};

/** Jest reporter that stops runs which test timeouts cannot: endless loops, dead workers, open handles. */
module.exports = class SuiteWatch {
  #running = new Map();
  #startedAt = Date.now();
  #lastFinishAt = Date.now();
  #hasWarned = false;
  #limits;
  #timer;

  /** @param options limits, from jest's configuration */
  constructor(_globalConfig, options = {}) {
    this.#limits = { ...LIMITS, ...options };
    this.#timer = setInterval(() => this.#check(), this.#limits.checkEveryMs).unref();
  }

  onTestFileStart({ path }) {
    this.#running.set(path, Date.now());
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
    this.#lastFinishAt = Date.now();
    this.#hasWarned = false;
  }

  onRunComplete() {
    clearInterval(this.#timer);
    // Fires only when another handle keeps the process alive.
    setTimeout(() => {
      warn(`all suites have finished, open handles keep the run alive: ${process.getActiveResourcesInfo().join(', ')}`);
      exit();
    }, this.#limits.exitAfterMs).unref();
  }

  #check() {
    const { maxRunMs, warnAfterMs, killAfterMs } = this.#limits;
    const silence = Date.now() - this.#lastFinishAt;
    if (Date.now() - this.#startedAt > maxRunMs) {
      warn(`stopped, the run exceeded ${minutes(maxRunMs)}; running: ${this.#names()}`);
      exit();
    }
    if (silence > killAfterMs) {
      warn(`killed, no suite finished in ${minutes(silence)}; running: ${this.#names()}`);
      // The running suites fail with their workers, and the run continues.
      if (!killChildren('jest-worker')) exit();
      this.#lastFinishAt = Date.now();
    }
    if (silence > warnAfterMs && !this.#hasWarned) {
      this.#hasWarned = true;
      warn(`no suite has finished for ${minutes(silence)}; running: ${this.#names()}`);
    }
  }

  #names() {
    return [...this.#running].map(([path, since]) => `${path} (${minutes(Date.now() - since)})`).join(', ') || 'none';
  }
};

function warn(text) {
  process.stderr.write(`suite watch: ${text}\n`);
}

function exit() {
  killChildren('');
  process.exit(1);
}

/**
 * SIGKILL: a worker in an endless loop handles no other signal.
 * @returns whether a child's command matched
 */
function killChildren(command) {
  return spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', command]).status === 0;
}

function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} min`;
}
