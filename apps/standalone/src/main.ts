import { frontier } from '@orbweaver/frontier';
import { gateway } from '@orbweaver/gateway';
import { runProcess } from '@orbweaver/platform';
import { renderer } from '@orbweaver/renderer';
import { results } from '@orbweaver/results';
import { announce } from './announce';

// Stop order: the last messages of the renderer still reach frontier and results.
void runProcess([gateway, renderer, frontier, results], { onReady: announce });
