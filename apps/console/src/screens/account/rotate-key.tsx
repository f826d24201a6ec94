import { useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import { api, read } from '../../api/client';
import { Button, CopyButton, Problem } from '../../parts/basics';
import { onSubmit } from '../../parts/form';
import { formatTime } from '../../parts/format';

/** Times until the previous key expires, in seconds. */
const OVERLAPS = [
  [0, 'at once'],
  [3_600, 'in an hour'],
  [86_400, 'in 24 hours'],
  [7 * 86_400, 'in 7 days'],
  [30 * 86_400, 'in 30 days'],
] as const;
const DEFAULT_OVERLAP = 86_400;

interface RotateKeyProps {
  id: string;
  name: string;
  onRotated: () => void;
}

/** A button with a dialog that replaces a key and shows the new one once. */
export function RotateKey({ id, name, onRotated }: RotateKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const rotating = useMutation({
    mutationFn: (overlapSeconds: number) =>
      read(api.POST('/v2/team/keys/{id}/rotate', { params: { path: { id } }, body: { overlapSeconds } })),
  });
  const rotated = rotating.data;
  const close = () => {
    if (rotated !== undefined) onRotated();
    rotating.reset();
  };
  return (
    <>
      <Button aria-label={`Rotate ${name}`} onClick={() => dialog.current?.showModal()}>
        Rotate
      </Button>
      <dialog ref={dialog} aria-label={`Rotate the key ${name}`} onClose={close}>
        {rotated === undefined ? (
          <form onSubmit={onSubmit(({ overlap }) => rotating.mutate(Number(overlap)))}>
            <h2>Rotate {name}</h2>
            <p>
              The new key has the same name, rights and networks. Both keys are valid until the previous one expires.
            </p>
            <label>
              The previous key expires
              <select name="overlap">
                {OVERLAPS.map(([seconds, label]) => (
                  <option key={seconds} value={seconds} selected={seconds === DEFAULT_OVERLAP}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <Problem error={rotating.error} />
            <div class="actions">
              <Button type="submit" look="primary" isBusy={rotating.isPending}>
                Create the new key
              </Button>
              <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            </div>
          </form>
        ) : (
          <>
            <h2>The new key of {name}</h2>
            <p role="status">
              It is shown only once: <code>{rotated.secret}</code> <CopyButton text={rotated.secret} />
            </p>
            <p>The previous key expires at {formatTime(rotated.previous.expiresAt)}.</p>
            <div class="actions">
              <Button look="primary" onClick={() => dialog.current?.close()}>
                Close
              </Button>
            </div>
          </>
        )}
      </dialog>
    </>
  );
}
