// `npm run bench:capacity -- [options]`: builds if needed and runs the capacity benchmark.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/bench/dist/capacity/capacity-main.js', { withTests: true });
