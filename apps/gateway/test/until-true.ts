import { until } from '@orbweaver/testing';

/** Polls until `look` gives something, and gives that. An error shows the code of `look`. */
export const untilTrue = <T>(look: () => T | Promise<T>) => until(() => String(look), look);
