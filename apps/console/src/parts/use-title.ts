import { useEffect } from 'preact/hooks';

/** Names the screen in the title of the tab. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} – Orbweaver`;
  }, [screen]);
}
