import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Tab {
  id: string;
  label: string;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  children: ComponentChildren;
}

/** Tabs with the keys of the ARIA pattern: arrows, Home and End. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length]!;
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            type="button"
            role="tab"
            key={id}
            id={`${base}-${id}`}
            data-tab={id}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} class="panel">
        {children}
      </div>
    </>
  );
}
