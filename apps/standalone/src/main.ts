import { frontier } from '@orbweaver/frontier';
import { gateway } from '@orbweaver/gateway';
import { runProcess } from '@orbweaver/platform';
import { renderer } from '@orbweaver/renderer';
import { results } from '@orbweaver/results';
import { announce } from './announce';

void runProcess([gateway, frontier, renderer, results], { onReady: announce });
