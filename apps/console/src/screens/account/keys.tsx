import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { account } from '../../api/session';
import { Button, CopyButton, Problem, Wide } from '../../parts/basics';
import { type Fields, onSubmit } from '../../parts/form';
import { formatTime } from '../../parts/format';
import { RotateKey } from './rotate-key';

/** The keys of the team. */
export function Keys() {
  const [version, setVersion] = useState(0);
  const keys = usePages(['keys', version], async (after) => {
    const page = await read(api.GET('/v2/team/keys', { params: { query: { after } } }));
    return { rows: page.keys, next: page.next };
  });
  const changed = () => setVersion((before) => before + 1);
  const adding = useMutation({
    mutationFn: ({ name, rights, networks, days }: Fields) =>
      read(
        api.POST('/v2/team/keys', {
          body: {
            name: name!.trim(),
            rights: RIGHTS[rights!]!.rights,
            networks: listOf(networks!),
            expiresAt: inDays(days!),
          },
        }),
      ),
    onSuccess: changed,
  });
  const revoking = useMutation({
    mutationFn: (id: string) => read(api.DELETE('/v2/team/keys/{id}', { params: { path: { id } } })),
    onSuccess: changed,
  });
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      {account.value?.isOwner && (
        <form
          class="filters"
          onSubmit={onSubmit((fields, form) => adding.mutate(fields, { onSuccess: () => form.reset() }))}
        >
          <label>
            Name of a new key
            <input name="name" required autocomplete="off" />
          </label>
          <label>
            Rights
            <select name="rights">
              {Object.entries(RIGHTS).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            Networks
            <input name="networks" placeholder="all clients" autocomplete="off" />
          </label>
          <label>
            Expires
            <select name="days">
              <option value="">never</option>
              <option value="7">in 7 days</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
              <option value="365">in a year</option>
            </select>
          </label>
          <Button type="submit" look="primary" isBusy={adding.isPending}>
            Create
          </Button>
        </form>
      )}
      {adding.data !== undefined && (
        <p class="notice" role="status">
          The key <strong>{adding.data.key.name}</strong> is shown only once: <code>{adding.data.secret}</code>{' '}
          <CopyButton text={adding.data.secret} />
        </p>
      )}
      <Problem error={keys.error ?? adding.error ?? revoking.error} />
      <Wide label="Keys of the team">
        <table class="pairs">
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">rights</th>
              <th scope="col">networks</th>
              <th scope="col">created</th>
              <th scope="col">last used</th>
              <th scope="col">expires</th>
              <th scope="col">
                <span class="hidden">action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.rows.map(({ id, name, rights, networks, createdAt, lastUsedAt, expiresAt, revokedAt }) => (
              <tr key={id} class={isValid({ expiresAt, revokedAt }) ? undefined : 'revoked'}>
                <th scope="row">
                  {name}
                  {id === account.value?.keyId && <span class="hint"> this session</span>}
                </th>
                <td>{rights.join(', ')}</td>
                <td>{networks.length === 0 ? 'all' : networks.join(', ')}</td>
                <td>{formatTime(createdAt)}</td>
                <td>{formatTime(lastUsedAt)}</td>
                <td>{expiresAt === null ? 'never' : formatTime(expiresAt)}</td>
                <td>
                  {revokedAt === null
                    ? account.value?.isOwner && (
                        <span class="actions">
                          {isValid({ expiresAt, revokedAt }) && <RotateKey id={id} name={name} onRotated={changed} />}
                          <RevokeButton name={name} onRevoke={() => revoking.mutate(id)} />
                        </span>
                      )
                    : `revoked ${formatTime(revokedAt)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

/** Usual choices; the API accepts each combination. */
const RIGHTS: Record<string, { label: string; rights: ('team' | 'scrape' | 'crawl' | 'read' | 'webhooks')[] }> = {
  team: { label: 'all', rights: ['team'] },
  work: { label: 'all but keys', rights: ['scrape', 'crawl', 'read', 'webhooks'] },
  scrape: { label: 'scrape', rights: ['scrape'] },
  crawl: { label: 'crawl and read', rights: ['crawl', 'read'] },
  read: { label: 'read', rights: ['read'] },
  webhooks: { label: 'webhooks', rights: ['webhooks'] },
};

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

const inDays = (days: string): string | undefined =>
  days === '' ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();

const isValid = ({ expiresAt, revokedAt }: { expiresAt: string | null; revokedAt: string | null }): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** Requires a confirmation, because a revoked key cannot be restored. */
function RevokeButton({ name, onRevoke }: { name: string; onRevoke: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button look="danger" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
    );
  }
  return (
    <span class="actions">
      <Button look="danger" aria-label={`Revoke ${name} for ever`} onClick={onRevoke}>
        Revoke for ever
      </Button>
      <Button onClick={() => setAsking(false)}>Keep</Button>
    </span>
  );
}
