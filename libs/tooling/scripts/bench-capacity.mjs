// `npm run bench:capacity -- [options]`: what a page costs everybody but renderers, from the root of the repository.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/bench/dist/capacity/capacity-main.js', { withTests: true });
