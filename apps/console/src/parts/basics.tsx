import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

type ButtonProps = JSX.IntrinsicElements['button'] & { look?: 'primary' | 'danger' | 'plain'; isBusy?: boolean };

export const Button = ({ look = 'plain', isBusy = false, children, type = 'button', ...rest }: ButtonProps) => (
  <button {...rest} type={type} class={`button ${look}`} aria-busy={isBusy} disabled={isBusy || rest.disabled}>
    {children}
  </button>
);

export const Badge = ({ state }: { state: string }) => <span class={`badge ${state}`}>{state}</span>;

export function Problem({ error }: { error: unknown }) {
  if (error === undefined || error === null) return null;
  const text = textOf(error);
  return (
    <p role="alert" class="problem">
      {text}
    </p>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? 'The service did not answer in time. Try again.' : error.message;
}

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
);

/** A wide table. It scrolls on narrow screens, also by keyboard. */
export const Wide = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section class="wide" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

interface TableProps {
  caption: string;
  head: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly ComponentChildren[])[];
  /** Shown without rows. */
  none?: string;
}

export const Table = ({ caption, head, rows, none }: TableProps) =>
  rows.length === 0 ? (
    <p class="hint">{none}</p>
  ) : (
    <Wide label={caption}>
      <table class="pairs">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={String(name)}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );

/** One field of a definition list of figures. */
export const Figure = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div class="figure">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [hasCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Button onClick={() => void copy().catch(() => undefined)} aria-live="polite">
      {hasCopied ? 'Copied' : label}
    </Button>
  );
}

/** A link to a scraped address: it gets neither this window nor this address. */
export const OutLink = ({ href, children }: { href: string; children?: ComponentChildren }) =>
  isWebAddress(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
    </a>
  ) : (
    <span>{children ?? href}</span>
  );

/** Excludes `javascript:` and `data:`. */
function isWebAddress(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { protocol } = new URL(href);
  return protocol === 'http:' || protocol === 'https:';
}
