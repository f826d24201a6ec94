// `npm run bench:crawl -- [options]`: builds if needed and runs the crawl benchmark.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/bench/dist/crawl/crawl-main.js', { withTests: true });
