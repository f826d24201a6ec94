import { runProcess } from '@orbweaver/platform';
import { renderer } from './index';

void runProcess([renderer]);
