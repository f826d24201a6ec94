import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Button, Problem } from './basics';

/** Shows a message instead of a screen that cannot be loaded or rendered. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  if (error === undefined) return children;
  return (
    <>
      <h1>This screen cannot be shown</h1>
      <Problem error={error} />
      <Button look="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </>
  );
}
