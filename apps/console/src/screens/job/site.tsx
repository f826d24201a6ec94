import { useMemo, useState } from 'preact/hooks';
import { Loading, Problem } from '../../parts/basics';
import { formatCount } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';
import { useAllUrls } from './load-urls';
import { reasonsOf, shownStates, type TreeRow, treeOf, treeRows } from './site-tree';

interface SiteProps {
  jobId: string;
  version: unknown;
}

/** The pages of a job as folders with counts by state. */
export function SiteTree({ jobId, version }: SiteProps) {
  const { urls, isComplete, error } = useAllUrls(jobId, version);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const tree = useMemo(() => treeOf(urls), [urls]);
  const rows = useMemo(() => treeRows(tree, open), [tree, open]);
  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <>
      <Problem error={error} />
      {!isComplete && <Loading />}
      <p class="summary">{formatCount(urls.length)} URLs</p>
      <VirtualList
        label="Site"
        rows={rows}
        rowHeight={36}
        keyOf={({ node }) => node.path}
        render={(row) => <Folder row={row} onToggle={toggle} />}
      />
    </>
  );
}

function Folder({ row: { node, depth, isOpen }, onToggle }: { row: TreeRow; onToggle: (path: string) => void }) {
  const hasChildren = node.children.size > 0;
  return (
    <div class="folder" style={{ paddingInlineStart: `${depth * 20}px` }}>
      {hasChildren ? (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => onToggle(node.path)}>
          {isOpen ? '▾' : '▸'} {node.name}
        </button>
      ) : (
        <span>{node.name}</span>
      )}
      <span class="stack" role="img" aria-label={describe(node.counts)}>
        {shownStates.map((state) =>
          node.counts[state] === 0 ? null : <span key={state} class={state} style={{ flexGrow: node.counts[state] }} />,
        )}
      </span>
      <span class="count">{formatCount(node.total)}</span>
    </div>
  );
}

const describe = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, total]) => total > 0)
    .map(([state, total]) => `${total} ${state}`)
    .join(', ');

/** Why pages were skipped or failed. */
export function Reasons({ jobId, version }: SiteProps) {
  const { urls, isComplete, error } = useAllUrls(jobId, version);
  const reasons = useMemo(() => reasonsOf(urls), [urls]);
  const most = reasons[0]?.total ?? 1;
  return (
    <>
      <Problem error={error} />
      {!isComplete && <Loading />}
      {isComplete && reasons.length === 0 && <p>No page was skipped or failed.</p>}
      <table class="bars">
        <tbody>
          {reasons.map(({ state, reason, total }) => (
            <tr key={`${state} ${reason}`}>
              <th scope="row">
                {state}: {reason}
              </th>
              <td>
                <span class={`bar ${state}`} style={{ width: `${(100 * total) / most}%` }} />
              </td>
              <td class="count">{formatCount(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
