import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** `npm run dev` forwards requests of the API to a service on this address. */
const SERVICE = process.env.ORBWEAVER ?? 'http://127.0.0.1:3002';

/**
 * uPlot formats numbers in the language of the browser and throws while it is loaded if that is not a valid tag, such as
 * `en-US@posix`. The console is in English.
 */
const chartsInEnglish = {
  name: 'charts-in-english',
  transform(code, id) {
    if (!id.includes('/uPlot.esm.js')) return undefined;
    const changed = code.replace(
      "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')",
      "new Intl.NumberFormat('en')",
    );
    if (changed === code) throw new Error('uPlot makes its number format in another way: change vite.config.mjs');
    return { code: changed, map: null };
  },
};

export default defineConfig({
  base: '/console/',
  plugins: [preact(), chartsInEnglish],
  optimizeDeps: { exclude: ['uplot'] },
  build: {
    rollupOptions: { input: ['index.html', 'reference.html'] },
    target: 'es2022',
    // The content security policy forbids inline scripts, styles and data URLs of fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The API reference is one bundle.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/v2': SERVICE, '/admin': SERVICE, '/openapi.json': SERVICE, '/metrics': SERVICE } },
});
