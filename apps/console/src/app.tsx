import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { account } from './api/session';
import { chooseTeam, signOut } from './api/sign-in';
import { Button, Loading, Problem } from './parts/basics';
import { ErrorBoundary } from './parts/error-boundary';
import { setTheme, type Theme, theme } from './parts/theme';
import { SignIn } from './screens/sign-in/sign-in';

const Playground = lazy(() => import('./screens/playground/playground'));
const Jobs = lazy(() => import('./screens/jobs/jobs'));
const Job = lazy(() => import('./screens/job/job'));
const Scrape = lazy(() => import('./screens/scrape/scrape'));
const Schedules = lazy(() => import('./screens/schedules/schedules'));
const Schedule = lazy(() => import('./screens/schedules/schedule'));
const Webhooks = lazy(() => import('./screens/webhooks/webhooks'));
const Account = lazy(() => import('./screens/account/account'));
const System = lazy(() => import('./screens/system/system'));

export function App() {
  return <Router base="/console">{account.value === undefined ? <SignIn /> : <Console />}</Router>;
}

function Console() {
  const { team, isAdmin, maySubmit } = account.value!;
  const start = team === undefined ? '/system' : maySubmit ? '/playground/scrape' : '/jobs';
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <Main>
        <Suspense fallback={<Loading />}>
          <Switch>
            {team !== undefined && maySubmit && <Route path="/playground/:operation" component={Playground} />}
            {team !== undefined && <Route path="/jobs" component={Jobs} />}
            {team !== undefined && <Route path="/jobs/:id" component={Job} />}
            {team !== undefined && <Route path="/scrapes/:id" component={Scrape} />}
            {team !== undefined && <Route path="/schedules" component={Schedules} />}
            {team !== undefined && <Route path="/schedules/:id" component={Schedule} />}
            {team !== undefined && <Route path="/webhooks" component={Webhooks} />}
            {team !== undefined && <Route path="/account" component={Account} />}
            {isAdmin && <Route path="/system" component={System} />}
            <Route>
              <Redirect to={start} replace />
            </Route>
          </Switch>
        </Suspense>
      </Main>
    </div>
  );
}

/** Moves the focus to the content of a new screen, so that screen readers announce it. */
function Main({ children }: { children: preact.ComponentChildren }) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [path]);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <ErrorBoundary key={path}>{children}</ErrorBoundary>
    </main>
  );
}

function Header() {
  const { team, isAdmin, maySubmit } = account.value!;
  const links = [
    ...(team === undefined
      ? []
      : ([
          ...(maySubmit ? ([['/playground/scrape', 'Playground', '/playground']] as const) : []),
          ['/jobs', 'Jobs', '/jobs'],
          ['/schedules', 'Schedules', '/schedules'],
          ['/webhooks', 'Webhooks', '/webhooks'],
          ['/account', 'Account', '/account'],
        ] as const)),
    ...(isAdmin ? ([['/system', 'System', '/system']] as const) : []),
  ];
  const [path] = useLocation();
  return (
    <header class="top">
      <Link href="/" class="brand">
        Orbweaver
      </Link>
      <nav aria-label="Console">
        {links.map(([href, label, prefix]) => (
          <Link key={href} href={href} aria-current={path.startsWith(prefix) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
        <a href="/docs">API reference</a>
      </nav>
      <SessionControls />
    </header>
  );
}

function SessionControls() {
  const { key, team, teams = [], keyName } = account.value!;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (change: Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await change.catch(setError);
    setBusy(false);
  };
  return (
    <div class="session">
      <ThemeChoice />
      {team !== undefined && teams.length > 1 ? (
        <label class="theme">
          <span class="hidden">Team</span>
          <select
            value={team.id}
            title={keyName}
            disabled={isBusy}
            onChange={({ currentTarget }) => void run(chooseTeam(currentTarget.value))}
          >
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span class="who" title={keyName}>
          {team?.name ?? keyName}
        </span>
      )}
      <Button isBusy={isBusy} onClick={() => void run(signOut(key))}>
        Sign out
      </Button>
      <Problem error={error} />
    </div>
  );
}

const ThemeChoice = () => (
  <label class="theme">
    <span class="hidden">Theme</span>
    <select value={theme.value} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
      <option value="system">System theme</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>
);
