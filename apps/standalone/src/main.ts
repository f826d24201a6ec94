import { frontier } from '@orbweaver/frontier';
import { gateway } from '@orbweaver/gateway';
import { runProcess } from '@orbweaver/platform';
import { renderer } from '@orbweaver/renderer';
import { results } from '@orbweaver/results';
import { announce } from './announce';

// Stopped in this order, so that what the renderer finishes at the end still finds those who take it.
void runProcess([gateway, renderer, frontier, results], { onReady: announce });
