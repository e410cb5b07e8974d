import type { Plugin } from 'vite'

/**
 * Vite plugin: keeps CSS Modules imported only for their styles. Pages without React use the class names on the server,
 * and Vite would drop a module whose class names are unused in the browser.
 */
export function keepStyles(): Plugin {
  return {
    name: 'keep-styles',
    enforce: 'post',
    transform(code, id) {
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null
    },
  }
}
