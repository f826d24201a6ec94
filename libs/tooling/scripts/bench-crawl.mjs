// `npm run bench:crawl -- [options]`: the crawl benchmark, from the root of the repository, built when something has changed.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/bench/dist/crawl/crawl-main.js', { withTests: true });
