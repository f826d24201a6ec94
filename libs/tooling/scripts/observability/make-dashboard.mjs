// Builds a Grafana dashboard from rows of panels: positions, ids, common settings.
import { addMatcher } from './promql.mjs';

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 24;
const HEIGHT = 8;
const STAT_HEIGHT = 4;
/** Without the label, as in compose, there is one installation. */
const OF_INSTALLATION = 'namespace=~"$namespace"';

/** @param {{ name: string, title: string, description: string, rows: { title: string, panels: object[] }[] }} dashboard */
export function makeDashboard({ name, title, description, rows }) {
  const panels = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
      panels: [],
    });
    y += 1;
    for (let x = 0, line = [...row.panels]; line.length > 0; ) {
      const panel = line.shift();
      const { h, w } = sizeOf(panel);
      panels.push({ id: panels.length + 1, gridPos: { h, w, x, y }, ...makePanel(panel) });
      x += w;
      if (line.length > 0 && x + sizeOf(line[0]).w <= COLUMNS) continue;
      x = 0;
      y += h;
    }
  }
  return {
    uid: `orbweaver-${name}`,
    title,
    description,
    tags: ['orbweaver'],
    editable: true,
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    refresh: '30s',
    links: [{ type: 'dashboards', title: 'Orbweaver', tags: ['orbweaver'], asDropdown: true, keepTime: true }],
    templating: { list: variables() },
    panels,
  };
}

const sizeOf = ({ kind }) => (kind === 'stat' ? { h: STAT_HEIGHT, w: 4 } : { h: HEIGHT, w: 8 });

function makePanel({ kind, title, description, unit, queries, alarm, isSigned }) {
  const targets = Object.entries(queries).map(([legend, expr], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATASOURCE,
    expr: addMatcher(expr, OF_INSTALLATION),
    legendFormat: legend,
    ...(kind === 'table' ? { instant: true, format: 'table' } : {}),
  }));
  const defaults = {
    unit,
    ...(isSigned ? {} : { min: 0 }),
    ...(alarm === undefined
      ? {}
      : {
          thresholds: {
            mode: 'absolute',
            steps: [
              { color: 'green', value: null },
              { color: 'red', value: alarm },
            ],
          },
        }),
  };
  return {
    title,
    ...(description === undefined ? {} : { description }),
    type: { stat: 'stat', table: 'table', graph: 'timeseries' }[kind],
    datasource: DATASOURCE,
    fieldConfig: { defaults, overrides: [] },
    targets,
    ...optionsOf(kind),
  };
}

function optionsOf(kind) {
  if (kind === 'stat') return { options: { reduceOptions: { calcs: ['lastNotNull'] }, graphMode: 'area' } };
  if (kind === 'table') {
    const excludeByName = { Time: true, Value: true, __name__: true };
    return { transformations: [{ id: 'organize', options: { excludeByName } }] };
  }
  return {
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  };
}

function variables() {
  return [
    { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
    {
      name: 'namespace',
      label: 'Namespace',
      type: 'query',
      datasource: DATASOURCE,
      query: 'label_values(orbweaver_build_info, namespace)',
      refresh: 2,
      includeAll: true,
      allValue: '.*',
    },
  ];
}
