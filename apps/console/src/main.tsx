import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { retryDelayMs, shouldRetry } from './api/client';
import { onSessionEnd } from './api/session';
import { resume } from './api/sign-in';
import { App } from './app';
import { Loading } from './parts/basics';
import './design/tokens.css';
import './design/base.css';
import './design/parts.css';
import './design/screens.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
    },
  },
});

// Keys of queries do not contain the team.
onSessionEnd(() => queries.clear());

const root = document.getElementById('console')!;
render(<Loading />, root);
await resume();
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  root,
);
