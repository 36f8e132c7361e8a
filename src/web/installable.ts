import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ICONS = [
  { file: 'icons/icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icons/icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

type Bundle = Rolldown.OutputBundle;
interface Parts {
  importedCss?: Set<string>;
  importedAssets?: Set<string>;
}

/**
 * Returns all files that a page needs: its script, all modules that the script imports statically or dynamically, and
 * their styles, fonts and images.
 */
function filesOf(bundle: Bundle, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (!file || found.has(name)) return;
    found.add(name);
    if (file.type !== 'chunk') return;
    const { importedCss = [], importedAssets = [] } = (file as { viteMetadata?: Parts }).viteMetadata ?? {};
    for (const next of [...file.imports, ...file.dynamicImports, ...importedCss, ...importedAssets]) visit(next);
  };
  visit(entry);
  return found;
}

/**
 * Makes the interface installable. Writes `manifest.webmanifest` with its icons, and the list of files that the service
 * worker stores on the device.
 */
export function installable(): Plugin {
  return {
    name: 'queenbook:installable',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const icons = ICONS.map(({ file, ...icon }) => {
          const reference = this.emitFile({
            type: 'asset',
            name: basename(file),
            source: readFileSync(here(file)),
          });
          return { src: `/${this.getFileName(reference)}`, type: 'image/png', ...icon };
        });
        const manifest = {
          id: '/',
          name: 'Queenbook',
          short_name: 'Queenbook',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#faf8f4',
          theme_color: '#8a4b08',
          icons,
        };
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });

        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const app = chunks.find(({ isEntry, name }) => isEntry && name === 'app');
        const worker = chunks.find(({ fileName }) => fileName === 'sw.js');
        if (!app || !worker) return this.error('The build has no application or no service worker.');
        const files = [...filesOf(bundle, app.fileName)].sort().map((name) => ({ url: `/${name}`, revision: null }));
        // The page is last, so that it is stored after the files that it needs.
        const list = JSON.stringify([...files, { url: '/', revision: '%REVISION%' }]);
        worker.code = worker.code.replace('self.__WB_MANIFEST', () => list);
      },
    },
  };
}
