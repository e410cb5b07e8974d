import type { Plugin } from 'vite'

/**
 * Keeps CSS Modules that are imported for their styles alone. The pages without React name their classes on the
 * server; their script only brings the styles, and Vite would drop a module whose names nobody uses.
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
