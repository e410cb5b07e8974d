import type { Plugin } from 'vite'

/**
 * Vite plugin: keeps all CSS Modules. Pages without React use class names only on the server. Vite would drop the
 * styles from their build, because no code in the browser uses the class names.
 */
export function keepUnusedCssModules(): Plugin {
  return {
    name: 'keep-styles',
    enforce: 'post',
    transform(code, id) {
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null
    },
  }
}
