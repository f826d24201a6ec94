// node watch.ts ID: prints every message of the WebSocket of a job, until the job has ended. Node 22.18 or later.
// ORBWEAVER is the address of the service, KEY an API key.
const { ORBWEAVER = 'http://127.0.0.1:3002', KEY = '' } = process.env;
const [id] = process.argv.slice(2);

// WebSockets of browsers and Node cannot send custom headers, so the key is the subprotocol.
const socket = new WebSocket(`${ORBWEAVER.replace(/^http/, 'ws')}/v2/crawl/${id}`, KEY);
socket.addEventListener('message', ({ data }) => console.log(data));
socket.addEventListener('error', () => {
  console.error('There is no such stream: is the id a job of the team, and the key right?');
  process.exitCode = 1;
});
socket.addEventListener('close', ({ code, reason }) => {
  console.log(`closed: ${code} ${reason}`);
  if (code !== 1000) process.exitCode = 1;
});
