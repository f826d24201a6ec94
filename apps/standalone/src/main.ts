import { frontier } from '@orbweaver/frontier';
import { gateway } from '@orbweaver/gateway';
import { runProcess } from '@orbweaver/platform';
import { renderer } from '@orbweaver/renderer';
import { results } from '@orbweaver/results';
import { announce } from './announce';

// Stopped in this order, so that the last messages of the renderer still find their consumers.
void runProcess([gateway, renderer, frontier, results], { onReady: announce });
