import { useMutation } from '@tanstack/preact-query';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { api, read } from '../../api/client';
import { keyOverlap } from '../../generated/rotation';
import { Button, CopyButton, Problem } from '../../parts/basics';
import { onSubmit } from '../../parts/form';
import { formatTime } from '../../parts/format';

const DAY_SECONDS = 86_400;

/** Times until the previous key expires, in seconds. */
const OVERLAPS = [
  [0, 'at once'],
  [3_600, 'in an hour'],
  [DAY_SECONDS, 'in 24 hours'],
  [7 * DAY_SECONDS, 'in 7 days'],
  [keyOverlap.maxSeconds, `in ${keyOverlap.maxSeconds / DAY_SECONDS} days`],
] as const;

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
  // The state of the mutation is rendered only after Escape could have been pressed.
  const isPending = useRef(false);
  useLayoutEffect(() => {
    isPending.current = rotating.isPending;
  });
  const rotate = (overlapSeconds: number) => {
    isPending.current = true;
    rotating.mutate(overlapSeconds);
  };
  // A closed dialog would lose the new key, which is shown only once.
  const keepOpen = (event: Event) => {
    if (isPending.current) event.preventDefault();
  };
  const close = () => {
    // Browsers close a dialog when Escape is pressed twice, whatever a listener does.
    if (isPending.current) return dialog.current?.showModal();
    if (rotated !== undefined) onRotated();
    rotating.reset();
  };
  return (
    <>
      <Button aria-label={`Rotate ${name}`} onClick={() => dialog.current?.showModal()}>
        Rotate
      </Button>
      <dialog ref={dialog} aria-label={`Rotate the key ${name}`} onCancel={keepOpen} onClose={close}>
        {rotated === undefined ? (
          <form onSubmit={onSubmit(({ overlap }) => rotate(Number(overlap)))}>
            <h2>Rotate {name}</h2>
            <p>
              The new key has the same name, rights and networks. Both keys are valid until the previous one expires.
            </p>
            <label>
              The previous key expires
              <select name="overlap">
                {OVERLAPS.map(([seconds, label]) => (
                  <option key={seconds} value={seconds} selected={seconds === keyOverlap.defaultSeconds}>
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
              <Button disabled={rotating.isPending} onClick={() => dialog.current?.close()}>
                Cancel
              </Button>
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
