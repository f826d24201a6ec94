import { randomUUID } from 'node:crypto';
import { addCreditEntries } from '@orbweaver/persistence';
import { type AdminCalls, adminCalls, keyWith } from '../../test/admin-calls';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { describeRoutes } from '../edge/describe-routes';
import { controllers } from '../gateway.module';

let gateway: TestGateway;
let admin: AdminCalls;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

describe('the right `admin`', () => {
  const routes = describeRoutes(controllers).filter(({ access }) => access !== 'public');
  let both: string;
  beforeAll(async () => {
    both = await keyWith(gateway, ['team', 'admin']);
  });

  const ofKind = (access: string) => routes.filter((route) => route.access === access);

  it('is required by all routes of the admin API and by no other route', () => {
    expect(ofKind('admin').length).toBeGreaterThan(15);
    expect(ofKind('admin').filter(({ path }) => !path.startsWith('/admin/v1/'))).toEqual([]);
    expect(ofKind('team').filter(({ path }) => path.startsWith('/admin'))).toEqual([]);
  });

  it.each(routes.map(({ method, path, access }) => [method, path, access] as const))(
    '%s %s requires the right %s',
    async (method, path, access) => {
      const statusWith = async (key: string | null) => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await gateway.call(path.replace(':id', randomUUID()), { method, key, body });
        return [401, 403].includes(answer.status) ? answer.status : 'answered';
      };
      const keys = [null, 'unknown', gateway.key, admin.key, both];
      const isAdmin = access === 'admin';
      expect(await Promise.all(keys.map(statusWith))).toEqual(
        isAdmin ? [401, 401, 403, 'answered', 'answered'] : [401, 401, 'answered', 403, 'answered'],
      );
    },
  );

  it('is named in the error if the key lacks it', async () => {
    expect(await admin.call('/teams', { key: gateway.key })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('the right `admin`') },
    });
    expect(await gateway.call('/v2/team/credit-usage', { key: admin.key })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('the right `read`') },
    });
  });
});

describe('the admin API', () => {
  it.each(['teams', 'keys', 'jobs', 'audit', 'usage'])('lists all %s once, page by page', async (list) => {
    const day = new Date('2026-05-05T12:00:00Z');
    for (let made = 0; made < 3; made += 1) {
      const { teamId, key } = await insertTeam(gateway.database);
      await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com' } });
      await admin.call(`/teams/${teamId}`, { method: 'PATCH', body: { maxConcurrency: made + 1 } });
      const entry = { teamId, apiKeyId: null, jobId: null, kind: 'page' as const, amount: -1, note: null };
      await addCreditEntries(gateway.database, [{ ...entry, id: randomUUID() }], day);
    }
    const field = list === 'audit' ? 'entries' : list;
    const days = list === 'usage' ? 'from=2026-05-01&to=2026-05-31&' : '';
    const whole = (await admin.call(`/${list}?${days}limit=10000`)).body[field];
    expect(whole.length).toBeGreaterThanOrEqual(3);
    expect(await admin.readAll(`/${list}?${days}limit=2`, field)).toEqual(whole);
  });

  test.each<[string, string, string, unknown, number, string]>([
    ['a team without a name', 'POST', '/teams', {}, 400, 'name is required'],
    ['a limit below 1', 'POST', '/teams', { name: 'x', maxConcurrency: 0 }, 400, 'maxConcurrency: Must be an integer'],
    ['an unknown limit', 'PATCH', `/teams/${randomUUID()}`, { pages: 5 }, 400, 'pages: Unrecognized key'],
    ['a change without a limit', 'PATCH', `/teams/${randomUUID()}`, {}, 400, 'Must contain at least one limit'],
    ['an unknown team', 'PATCH', `/teams/${randomUUID()}`, { maxConcurrency: 1 }, 404, 'Team not found'],
    ['an invalid id', 'GET', '/teams/x', undefined, 404, 'Team not found'],
    ['a key for an unknown team', 'POST', '/keys', { teamId: randomUUID(), name: 'x' }, 404, 'Team not found'],
    [
      'an unknown right',
      'POST',
      '/keys',
      { teamId: randomUUID(), name: 'x', rights: ['root'] },
      400,
      'rights.0: Must be',
    ],
    ['a key without rights', 'POST', '/keys', { teamId: randomUUID(), name: 'x', rights: [] }, 400, 'rights: Must'],
    ['an unknown key', 'DELETE', `/keys/${randomUUID()}`, undefined, 404, 'Key not found'],
    ['a grant of 0 credits', 'POST', `/teams/${randomUUID()}/credits`, { amount: 0 }, 400, 'amount: must not be 0'],
    ['a grant to an unknown team', 'POST', `/teams/${randomUUID()}/credits`, { amount: 1 }, 404, 'Team not found'],
    ['an unknown job', 'POST', `/jobs/${randomUUID()}/cancel`, {}, 404, 'Job not found'],
    ['too many rows', 'GET', '/jobs?limit=10001', undefined, 400, 'limit: Must be an integer from 1 to 10000'],
    ['an unknown state', 'GET', '/jobs?state=asleep', undefined, 400, 'state: Must be'],
    ['an invalid cursor of jobs', 'GET', '/jobs?after=here', undefined, 400, 'after: Must be the cursor'],
    ['an invalid cursor of usage', 'GET', '/usage?after=1.2.3', undefined, 400, 'after: Must be the cursor'],
    ['an invalid cursor of the audit log', 'GET', '/audit?after=x', undefined, 400, 'after: Must be the cursor'],
    ['an invalid date', 'GET', '/usage?from=May', undefined, 400, 'from: Must be'],
    ['a reversed date range', 'GET', '/usage?from=2026-02-01&to=2026-01-01', undefined, 400, 'from: Must not be after'],
    ['an unknown parameter', 'GET', '/keys?team=x', undefined, 400, 'team: Unrecognized key'],
  ])('rejects %s and names the field', async (_, method, path, body, status, error) => {
    const answer = await admin.call(path, { method, body });
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.stringContaining(error) } });
  });
});
