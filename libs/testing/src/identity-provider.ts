import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface IdentityProviderClient {
  clientId: string;
  /** Without: a public client. */
  clientSecret?: string;
  redirectUris: string[];
  /** Audience of the access tokens (JWT) that the client requests for itself; the scopes are their groups. */
  audience?: string;
  /** Default: a free port. */
  port?: number;
}

export interface TestIdentityProvider {
  /** For OIDC_ISSUER. */
  issuer: string;
  close(): void;
}

/**
 * An OpenID Connect provider (oidc-provider) on 127.0.0.1, in a process of its own. At its login form, the name of a
 * person is followed by their groups: "ada engineering admins". Its cookies sign the person in again without a form.
 */
export async function startIdentityProvider(client: IdentityProviderClient): Promise<TestIdentityProvider> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CLIENT: JSON.stringify(client),
      PACKAGE: require.resolve('oidc-provider'),
      NODE_ENV: 'test',
    },
  });
  child.unref();
  const stop = stopper(child);
  for await (const line of createInterface({ input: child.stdout })) return { issuer: line, close: stop };
  throw new Error('the identity provider has not started');
}

/** An access token of the client, with `groups` (operators, sales). Requires a client with a secret and an audience. */
export async function requestAccessToken(
  { issuer }: Pick<TestIdentityProvider, 'issuer'>,
  {
    clientId,
    clientSecret = '',
    audience = '',
  }: Pick<IdentityProviderClient, 'clientId' | 'clientSecret' | 'audience'>,
  groups: readonly string[],
): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, scope: groups.join(' ') }),
  });
  const { access_token: token, ...rest } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no access token: ${JSON.stringify(rest)}`);
  return token;
}

function stopper(child: ChildProcess): () => void {
  const stop = () => {
    child.kill('SIGKILL');
    process.off('exit', stop);
  };
  process.once('exit', stop);
  return stop;
}

/** In a process of its own, because jest does not load ECMAScript modules. */
const PROGRAM = `
console.warn = console.info = () => undefined;
const { Provider } = await import(process.env.PACKAGE);
const { createServer } = await import('node:http');
const { once } = await import('node:events');
const { clientId, clientSecret, redirectUris, audience, port = 0 } = JSON.parse(process.env.CLIENT);

const server = createServer().listen(port, '127.0.0.1');
await once(server, 'listening');
const issuer = 'http://127.0.0.1:' + server.address().port;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      redirect_uris: redirectUris,
      ...(audience === undefined ? {} : { grant_types: ['authorization_code', 'client_credentials'] }),
      ...(clientSecret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: clientSecret }),
    },
  ],
  claims: { openid: ['sub'], email: ['email'], profile: ['name', 'groups'] },
  cookies: { keys: ['only for tests'] },
  // Without its default page, whose script a browser test would have to pass.
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: audience !== undefined },
    resourceIndicators: {
      enabled: audience !== undefined,
      getResourceServerInfo: (_, indicator) => ({
        audience: indicator,
        scope: 'operators sales',
        accessTokenFormat: 'jwt',
      }),
    },
  },
  extraTokenClaims: (_, { scope }) => (scope === undefined ? undefined : { groups: scope.split(' ') }),
  interactions: { url: (_, { uid }) => '/login/' + uid },
  findAccount: (_, id) => {
    const [name, ...groups] = id.split(' ');
    return { accountId: id, claims: () => ({ sub: name, name, email: name + '@example.com', groups }) };
  },
  // All scopes are granted without a question.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

const FORM = '<!doctype html><title>Login</title><form method="post"><input name="person"><button>Sign in</button></form>';
const handle = provider.callback();
server.on('request', async (request, response) => {
  if (!request.url.startsWith('/login/')) return handle(request, response);
  if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(FORM);
  let body = '';
  for await (const chunk of request) body += chunk;
  const accountId = new URLSearchParams(body).get('person');
  await provider.interactionFinished(request, response, { login: { accountId } });
});
console.log(issuer);
`;
