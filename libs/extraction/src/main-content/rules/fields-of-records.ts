import { extendHash } from '../characters';
import { findAround, recordsOf } from '../features/find-records';
import { IntMap } from '../int-map';
import type { PageView } from '../page-view';

/** Blocks of a field: fewer say nothing of what is usual. */
const LEAST = 4;

/** The place of what stands in no record. */
const NOWHERE = 0;

/** The rules ask twice. */
const found = new WeakMap<PageView, readonly number[][]>();

/**
 * Blocks that stand in the same place of each record of a row: the price of every card, the date of every post, the
 * items of a list. Cells of tables and lines of listings belong to these, whatever stands in others.
 */
export function fieldsOfRecords(page: PageView): readonly number[][] {
  const fields = found.get(page) ?? findFields(page);
  found.set(page, fields);
  return fields;
}

function findFields(page: PageView): readonly number[][] {
  const { blocks, tags } = page;
  const places = placesInRecords(page);
  const fields: number[][] = [];
  /** By place: the number of a field, counted from 1. */
  const numbers = new IntMap();
  blocks.forEach(({ element, isPre }, index) => {
    const place = places[element] as number;
    if (place === NOWHERE || isPre || tags[index] === 'td' || tags[index] === 'th') return;
    const number = numbers.get(place);
    if (number !== 0) (fields[number - 1] as number[]).push(index);
    else numbers.set(place, fields.push([index]));
  });
  return fields.filter(({ length }) => length >= LEAST);
}

/** By element: a hash of the row that it is a record of, or stands in one, and of the names on the way down to it. */
function placesInRecords(page: PageView): Int32Array {
  const { elements, names } = page;
  const records = recordsOf(page);
  const { inner, outer } = findAround(page, records);
  const places = new Int32Array(elements.node.length);
  for (let element = 0; element < places.length; element++) {
    const outermost = outer[element] as number;
    const record = outermost === -1 ? (inner[element] as number) : outermost;
    const above =
      record === element ? (records[record]?.members[0] as number) : (places[elements.parent[element] as number] ?? 0);
    places[element] = record === -1 ? NOWHERE : extendHash(above, names.first[element] as number);
  }
  return places;
}
