import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rightsOfRole, TeamRole } from '@orbweaver/core';
import { keyWith } from '../../test/admin-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';

const page = readFileSync(path.resolve(__dirname, '../../../docs/operations/sign-on.md'), 'utf8');
const HEAD = '| action | operations | owner | developer | viewer |';
const [, table = ''] = page.split(HEAD);
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = table
  .split('\n\n')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map(cellsOf)
  .flatMap(([action = '', operations = '', ...roles]) =>
    [...operations.matchAll(/`(\w+) ([^`]+)`/g)].map(([, method = '', route = '']) => ({
      action,
      method,
      route,
      roles,
    })),
  );

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('the table of roles and actions', () => {
  it('lists operations', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)('agrees with the service on $method $route ($action)', async ({ method, route, roles }) => {
    const answers = await Promise.all(
      TeamRole.options.map(async (role) => {
        const key = await keyWith(gateway, rightsOfRole(role));
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const { status, body: answer } = await gateway.call(route.replace('{id}', randomUUID()), { key, method, body });
        if (answer.code === 'KEY_RIGHT_MISSING') return 'no';
        return [200, 400, 404, 409, 501, 503].includes(status) ? 'yes' : `unexpected status ${status}`;
      }),
    );
    expect(answers).toEqual(roles);
  });
});
