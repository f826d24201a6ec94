import { runProcess } from '@orbweaver/platform';
import { results } from './index';

void runProcess([results]);
