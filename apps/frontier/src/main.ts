import { runProcess } from '@orbweaver/platform';
import { frontier } from './index';

void runProcess([frontier]);
