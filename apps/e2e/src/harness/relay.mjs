// `node relay.mjs LISTEN TARGET [LISTEN TARGET …]`: forwards connections between addresses of net.connect, a port of
// 127.0.0.1 or the path of a Unix socket. Unix sockets connect processes of different network namespaces.
import { connect, createServer } from 'node:net';

const addressOf = (text) => (/^\d+$/.test(text) ? { host: '127.0.0.1', port: Number(text) } : { path: text });

const pairs = process.argv.slice(2);
for (let index = 0; index < pairs.length; index += 2) {
  const target = addressOf(pairs[index + 1]);
  createServer((client) => {
    const server = connect(target);
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  }).listen(addressOf(pairs[index]));
}
