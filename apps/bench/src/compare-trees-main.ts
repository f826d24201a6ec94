import { parseArgs } from 'node:util';
import { compareTrees } from './compare-trees';
import { makePages } from './make-pages';
import { readPages } from './read-pages';

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
  },
});
const pages = values.pages === undefined ? makePages(48) : readPages(values.pages, Number(values.every));
process.stdout.write(compareTrees(pages, Number(values.show)));
