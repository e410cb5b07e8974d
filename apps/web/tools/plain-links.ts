import type { Plugin } from 'vite'

const STAND_IN = '\0plain-links:'

// What links take from framework mode. The app is not in it: there is no framework context, and nothing to prefetch.
const FRAMEWORK = `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
const noHandlers = {}
export const usePrefetchBehavior = () => [false, null, noHandlers]
export const mergeRefs = (given) => given
export const PrefetchPageLinks = () => null`

/** Whether a file of React Router asks for framework mode, and gets the stand-in. */
export const isFramework = (imported: string, importer: string): boolean =>
  /\/react-router\/dist\/\w+\/lib\/(dom\/lib|components)\.js$/.test(importer) && imported.endsWith('/ssr/components.js')

/** Without its components' names for developer tools: writing them would keep components that nobody uses. */
export const unnamed = (code: string) => code.replace(/^\w+\.displayName = "\w+";$/gm, '')

/**
 * Leaves framework mode out of React Router's links in the browser. A version whose files are named otherwise stays
 * whole; one that asks for more of them does not build.
 */
export function plainLinks(): Plugin {
  return {
    name: 'plain-links',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (imported, importer = '') => (isFramework(imported, importer) ? STAND_IN : null),
    load: (id) => (id === STAND_IN ? { code: FRAMEWORK, moduleType: 'js' } : null),
    transform: (code, id) => (/\/react-router\/dist\/.*\.js$/.test(id) ? { code: unnamed(code), map: null } : null),
  }
}
