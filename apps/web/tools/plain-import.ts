import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Lets a page import a part later as the browser does by itself. Vite's helper, which also fetches what the part needs,
 * weighs half as much again as the part; ours needs nothing more.
 */
export const plainImport = (): Plugin => ({
  name: 'plain-import',
  enforce: 'pre',
  load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
})
