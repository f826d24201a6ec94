import { type Database, openPool, sessionOptions } from '../src/database';

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

export interface RecordedPlan {
  sql: string;
  blocks: number;
  rows: number;
  scans: string[];
}

export interface RecordingDatabase {
  database: Database;
  /** The plans of all statements that `work` sends, including foreign key checks. */
  record(work: () => Promise<unknown>): Promise<RecordedPlan[]>;
  close(): Promise<void>;
}

/** auto_explain logs the plan of every statement as executed, with its parameters. */
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

/** A database that records executed plans. Requires a superuser. */
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
    // A node's blocks include its children's; a CTE's are counted where it is computed.
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
