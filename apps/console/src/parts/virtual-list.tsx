import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface VirtualListProps<T> {
  label: string;
  rows: readonly T[];
  rowHeight: number;
  keyOf: (row: T, index: number) => string;
  render: (row: T) => ComponentChildren;
  /** Called when the end comes into view. */
  onEnd?: (() => void) | undefined;
  /** Called with the rows that are in the document, when they change. */
  onView?: ((first: number, last: number) => void) | undefined;
}

/** Only rows in view are in the document, so that a list can have 100,000. */
export function VirtualList<T>({ label, rows, rowHeight, keyOf, render, onEnd, onView }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 1) onEnd?.();
  }, [last, rows.length, onEnd]);
  const first = shown[0]?.index ?? 0;
  useEffect(() => onView?.(first, last), [first, last, onView]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroller" ref={scroller} tabIndex={0} aria-label={label}>
      <ul class="sizer" style={{ height: `${virtual.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => (
          <li
            class="row"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            key={keyOf(rows[index]!, index)}
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
          >
            {render(rows[index]!)}
          </li>
        ))}
      </ul>
    </section>
  );
}
