// The imports between packages as a diagram and tables, read from the shipped code.
import { packages, shippedSources } from './sources.mjs';

/** Commands and settings without shipped code. */
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

/** The imports as a Mermaid diagram without the arrows that follow from others. */
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

/** One row per package: the description of its package.json. */
export function writePackageTable() {
  const rows = packages().map(({ dir, manifest }) => {
    if (manifest.description === undefined) throw new Error(`${dir}/package.json has no description`);
    return `| [\`${dir}\`](${dir}/README.md) | ${manifest.description} |`;
  });
  return ['| package | purpose |', '|---|---|', ...rows].join('\n');
}

/** One row per package: the packages that it imports. */
export function writeImportTable() {
  const rows = [...readImports()]
    .filter(([dir]) => dir !== WITHOUT_CODE)
    .map(([dir, imported]) => `| \`${dir}\` | ${[...imported].map(nodeOf).join(', ')} |`);
  return ['| package | imports |', '|---|---|', ...rows].join('\n');
}
