import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Vite plugin: uses the browser's own `import()` instead of Vite's helper. The helper also preloads dependencies, which
 * the pages without React do not need. The helper is about 1.5 times as large as the lazy parts of these pages.
 */
export const nativeDynamicImport = (): Plugin => ({
  name: 'native-import',
  enforce: 'pre',
  load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
})
