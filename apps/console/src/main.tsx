import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { RequestError } from './api/client';
import { resume } from './api/sign-in';
import { App } from './app';
import './design/tokens.css';
import './design/base.css';
import './design/parts.css';
import './design/screens.css';

const MAX_RETRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A 4xx stays a 4xx.
      retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof RequestError && error.status < 500),
      refetchOnWindowFocus: false,
    },
  },
});

await resume();
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  document.getElementById('console')!,
);
