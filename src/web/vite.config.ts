import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { installable } from './installable.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const catalogues = { configPath: here('lingui.config.ts') };
const linguiConfig = getConfig(catalogues);

/**
 * Builds the interface to `dist/web/`: `index.html` for the web interface, `playground/index.html` for `/graphql`,
 * `docs/index.html` for `/api/docs`, `sw.js` for the service worker, and all other files in `/assets/`.
 */
export default defineConfig({
  root: here('.'),
  // Does not read .env files, so that no secret can get into the pages.
  envDir: false,
  publicDir: false,
  plugins: [
    react(),
    // The English texts are in the code. Each other language has a catalogue, which is loaded when the user chooses the
    // language.
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message', linguiConfig }, catalogues)] }),
    lingui(catalogues),
    { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE', 'fr-FR', 'it-IT', 'pl-PL'] }), enforce: 'pre' },
    installable(),
    compressAssets(),
  ],
  resolve: { alias: { 'monaco-editor/esm/vs/editor/edcore.main.js': here('playground/editor.js') } },
  worker: { format: 'es' },
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // Data URIs would need `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor of the playground is a large chunk, which would cause a warning.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: {
        app: here('index.html'),
        playground: here('playground/index.html'),
        docs: here('docs/index.html'),
        worker: here('worker/worker.ts'),
      },
      // Code that nearly every page needs is in two chunks instead of fifty, because each chunk costs a round trip. The
      // logo has a separate chunk, so that the page about the REST interface does not load the code of the web
      // interface.
      output: {
        // A service worker controls only pages below its own address.
        entryFileNames: ({ name }) => (name === 'worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'mark', test: /src\/web\/mark\.ts/, priority: 2 },
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui|@0no-co|gql\.tada)\//,
              priority: 1,
            },
            { name: 'frame', test: /src\/web\/(app\/(?!more|main)|data\/|i18n\/|ui\/(?!queen-box))/ },
          ],
        },
      },
      // Disables a warning about slow plugins, because the compression of the assets is slow.
      checks: { bundlerTimings: false },
      // Hides a hundred warnings about files that libraries mark for React server components, which are not used here.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
});
