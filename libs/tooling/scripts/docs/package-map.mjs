// Diagram and table of the imports between packages, from their shipped code.
import { packages, shippedSources } from './sources.mjs';

/** The package of scripts, which no code imports. */
const WITHOUT_CODE = 'libs/tooling';

/** @returns {Map<string, Set<string>>} package folders by the folder of the package that imports them */
function readImports() {
  const byName = new Map(packages().map(({ dir, manifest }) => [manifest.name, dir]));
  return new Map(
    packages().map(({ dir }) => {
      const named = shippedSources(dir).flatMap(({ text }) =>
        [...text.matchAll(/(?:from|import\(|require\(|import) ?'(@orbweaver\/[\w-]+)'/g)].map(([, name]) =>
          byName.get(name),
        ),
      );
      return [dir, new Set(named.filter((found) => found !== undefined && found !== dir).sort())];
    }),
  );
}

/** Mermaid diagram without transitive arrows. */
export function drawPackageMap() {
  const imports = readImports();
  const reaches = (from, to) => [...imports.get(from)].some((next) => next === to || reaches(next, to));
  const arrows = [...imports].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(other, to)))
      .map((to) => `${nodeOf(from)} --> ${nodeOf(to)}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows.map((line) => `  ${line}`), '```'].join('\n');
}

const nodeOf = (dir) => dir.slice(dir.indexOf('/') + 1);

/** One row per package: the description in its package.json, and its imports. */
export function writePackageTable() {
  const imports = readImports();
  const rows = packages().map(({ dir, manifest }) => {
    if (manifest.description === undefined) throw new Error(`${dir}/package.json has no description`);
    const names = dir === WITHOUT_CODE ? '' : [...imports.get(dir)].map(nodeOf).join(', ');
    return `| [\`${dir}\`](${dir}/README.md) | ${manifest.description} | ${names} |`;
  });
  return ['| Package | What it is for | Imports |', '|---|---|---|', ...rows].join('\n');
}
