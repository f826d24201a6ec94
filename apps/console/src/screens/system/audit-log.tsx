import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Problem } from '../../parts/basics';
import { formatTime } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';

export function AuditLog() {
  const entries = usePages(['audit'], async (after) => {
    const page = await read(api.GET('/admin/v1/audit', { params: { query: { after } } }));
    return { rows: page.entries, next: page.next };
  });
  return (
    <>
      <Problem error={entries.error} />
      <VirtualList
        label="Audit log"
        rows={entries.rows}
        rowHeight={52}
        keyOf={({ id }) => String(id)}
        render={({ at, actor, action, team, target, changes }) => (
          <div class="page-row">
            <span>
              <strong>{action}</strong> {team ?? target}
            </span>
            <span class="hint">
              {formatTime(at)} · {actor.name} · {JSON.stringify(changes)}
            </span>
          </div>
        )}
        onEnd={entries.more}
      />
    </>
  );
}
