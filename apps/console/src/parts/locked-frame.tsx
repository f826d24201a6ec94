import { useEffect, useState } from 'preact/hooks';

/**
 * Scraped HTML in a frame of its own origin, without scripts, forms, navigation or requests: the sandbox has no
 * permission, and a document from a blob inherits the content security policy of the console.
 */
export function LockedFrame({ title, html }: { title: string; html: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return url === undefined ? null : (
    <iframe class="locked" title={title} src={url} sandbox="" referrerpolicy="no-referrer" />
  );
}
