import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** `npm run dev` forwards requests of the API to a service on this address. */
const SERVICE = process.env.ORBWEAVER ?? 'http://127.0.0.1:3002';

export default defineConfig({
  base: '/console/',
  plugins: [preact()],
  build: {
    rollupOptions: { input: ['index.html', 'reference.html'] },
    target: 'es2022',
    // The content security policy forbids inline scripts, styles and data URLs of fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The API reference is one bundle.
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: {
      '^/console/(?:session|sign-)': SERVICE,
      '/v2': SERVICE,
      '/admin': SERVICE,
      '/openapi.json': SERVICE,
      '/metrics': SERVICE,
    },
  },
});
