import { useState } from 'preact/hooks';
import { endOfSession, hasSignOn } from '../../api/session';
import { signIn } from '../../api/sign-in';
import { Button, Problem } from '../../parts/basics';
import { onSubmit } from '../../parts/form';
import { useTitle } from '../../parts/use-title';

export function SignIn() {
  useTitle('Sign in');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (key: string) => {
    setBusy(true);
    setError(undefined);
    await signIn(key).catch(setError);
    setBusy(false);
  };
  return (
    <main class="sign-in">
      <form onSubmit={onSubmit(({ key }) => void submit(key!))}>
        <h1>Orbweaver</h1>
        {endOfSession.value !== undefined && (
          <p class="notice" role="status">
            {endOfSession.value}
          </p>
        )}
        {hasSignOn.value && (
          <p>
            <a class="button primary" href="/console/sign-on">
              Sign in with single sign-on
            </a>
          </p>
        )}
        <p>
          {hasSignOn.value ? 'Or sign in' : 'Sign in'} with an API key. The key stays in this tab until you sign out or
          close it.
        </p>
        <label>
          API key
          <input type="password" name="key" autocomplete="off" spellcheck={false} required />
        </label>
        <Problem error={error} />
        <Button type="submit" look={hasSignOn.value ? 'plain' : 'primary'} isBusy={isBusy}>
          Sign in
        </Button>
        <p class="hint">
          <code>npm start</code> prints the first key and a link that signs you in. Operators create keys with{' '}
          <code>npm run orbweaver -- key add</code>, for System with <code>--rights team,admin</code>.
        </p>
      </form>
    </main>
  );
}
