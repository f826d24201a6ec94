// Preloaded into client processes: blocks connections off this machine and records them in OUTSIDE_LOG, because clients
// may swallow the error.
const { appendFileSync } = require('node:fs');
const net = require('node:net');

const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function connectWithinMachine(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const { path, host } = typeof first === 'object' ? first : { path: undefined, host: second };
  if (typeof path === 'string' || host === '127.0.0.1') return connect.apply(this, args);
  appendFileSync(process.env.OUTSIDE_LOG, `${host}\n`);
  throw new Error(`No client contacts ${host} in a test`);
};
