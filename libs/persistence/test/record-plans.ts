import { type Database, openPool, sessionOptions } from '../src/database';

/** A node of a plan as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` gives it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** What a statement cost that was sent. */
export interface RecordedPlan {
  sql: string;
  /** Blocks of the database that it touched: the same on any machine, busy or not. */
  blocks: number;
  /** Rows that its scans looked at, those that a filter refused included. */
  rows: number;
  /** How each table was read, for whoever looks why. */
  scans: string[];
}

export interface RecordingDatabase {
  database: Database;
  /** The plans of all statements that `work` sends, with those of the foreign keys' checks. */
  record(work: () => Promise<unknown>): Promise<RecordedPlan[]>;
  close(): Promise<void>;
}

/** auto_explain tells the plan of every statement as it was run, with its real parameters, and whatever sent it. */
const AUTO_EXPLAIN = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
];

/** A database of which it is known how each statement was run. Its user must be a superuser, as in tests it is. */
export function openRecordingDatabase(url: string): RecordingDatabase {
  let plans: RecordedPlan[] = [];
  const settings = {
    connectionString: url,
    max: 2,
    options: `${sessionOptions} ${AUTO_EXPLAIN.map((setting) => `-c ${setting}`).join(' ')}`,
  };
  const database = openPool(settings, {
    watch: (pool) => {
      pool.on('connect', (client) => {
        client.on('notice', ({ message = '' }) => {
          const json = /^duration: .* plan:\n(.*)$/s.exec(message)?.[1];
          if (json !== undefined) plans.push(measure(JSON.parse(json)));
        });
      });
    },
  });
  return {
    database,
    record: async (work) => {
      plans = [];
      await work();
      return plans;
    },
    close: () => database.$disconnect(),
  };
}

function measure(explained: { 'Query Text': string; Plan: PlanNode }): RecordedPlan {
  const plan: RecordedPlan = { sql: explained['Query Text'], blocks: 0, rows: 0, scans: [] };
  const visit = (node: PlanNode) => {
    const children = node.Plans ?? [];
    // A node's blocks include those of its children; those of a CTE are counted where it is made, not where it is read.
    const isReadAgain = node['Node Type'] === 'CTE Scan';
    const below = children.reduce((sum, child) => sum + blocksOf(child), 0);
    if (!isReadAgain) plan.blocks += Math.max(0, blocksOf(node) - below);
    if (node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')) {
      const perLoop =
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      const rows = Math.round(perLoop * node['Actual Loops']);
      plan.rows += rows;
      const by = node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`;
      plan.scans.push(`${node['Node Type']} of ${node['Relation Name']}${by}: ${rows} rows, ${blocksOf(node)} blocks`);
    }
    children.forEach(visit);
  };
  visit(explained.Plan);
  return plan;
}

const blocksOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
