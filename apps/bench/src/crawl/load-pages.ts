import { makePages } from '../make-pages';
import { type Page, readPages } from '../read-pages';
import type { PageSource } from './start-site';

const MADE_UP_PAGES = 300;

/** @throws Error when the folder contains no page */
export function loadPages({ folder, every }: PageSource): Page[] {
  const pages = folder === undefined ? makePages(MADE_UP_PAGES) : readPages(folder, every);
  if (pages.length === 0) throw new Error(`No *.html or *.html.gz found in ${folder}.`);
  return pages;
}
