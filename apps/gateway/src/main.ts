import { runProcess } from '@orbweaver/platform';
import { gateway } from '.';

void runProcess([gateway]);
