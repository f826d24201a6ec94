// Runs the official client. IPC: {id, version, method, args} returns {id, result} or {id, error}; {id, watch: {version,
// jobId, kind}} returns {id, result: {events, …}} at the end of the watcher.
import { Firecrawl } from '@mendable/firecrawl-js';
import WebSocket from 'ws';

// Node before 22 has no global WebSocket.
globalThis.WebSocket ??= WebSocket;

const client = new Firecrawl({ apiKey: process.env.CLIENT_API_KEY, apiUrl: process.env.CLIENT_API_URL });

process.on('message', async (request) => {
  try {
    process.send({ id: request.id, result: await answer(request) });
  } catch (error) {
    const { message, status, statusCode, code } = error;
    process.send({ id: request.id, error: { message, status: status ?? statusCode, code } });
  }
});

function answer({ version, method, args, watch }) {
  if (watch === undefined) return (version === 'v1' ? client.v1 : client)[method](...args);
  return version === 'v1' ? watchV1(watch) : watchV2(watch);
}

function watchV2({ jobId, kind }) {
  return new Promise((resolve) => {
    const seen = { documents: [], snapshots: 0, errors: [] };
    const watcher = client.watcher(jobId, { kind, pollInterval: 1, timeout: 60 });
    watcher.on('document', (document) => seen.documents.push(document));
    watcher.on('snapshot', () => {
      seen.snapshots += 1;
    });
    watcher.on('error', (event) => {
      seen.errors.push(event.error);
      resolve({ ...seen, end: 'error' });
    });
    watcher.on('done', (event) => resolve({ ...seen, end: 'done', status: event.status }));
    void watcher.start();
  });
}

async function watchV1({ url, params }) {
  const watcher = await client.v1.crawlUrlAndWatch(url, params);
  return new Promise((resolve) => {
    const seen = { documents: [], errors: [], id: watcher.id };
    watcher.addEventListener('document', (event) => seen.documents.push(event.detail));
    watcher.addEventListener('error', (event) => {
      seen.errors.push(event.detail.error);
      resolve({ ...seen, end: 'error' });
    });
    watcher.addEventListener('done', (event) => resolve({ ...seen, end: 'done', status: event.detail.status }));
  });
}
