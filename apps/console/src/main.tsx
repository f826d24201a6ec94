import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { retryDelayMs, shouldRetry } from './api/client';
import { resume } from './api/sign-in';
import { App } from './app';
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

await resume();
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  document.getElementById('console')!,
);
