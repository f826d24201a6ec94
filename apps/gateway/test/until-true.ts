import { until } from '@orbweaver/testing';

/** Polls until `look` returns a truthy value, and returns it. A timeout error shows the code of `look`. */
export const untilTrue = <T>(look: () => T | Promise<T>) => until(() => String(look), look);
