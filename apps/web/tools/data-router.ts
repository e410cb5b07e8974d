import type { Plugin } from 'vite'

const STAND_IN = '\0data-router:'

// What links take from framework mode and the router from instrumentation. The app has neither: there is no framework
// context, and nobody hands instrumentations to the router.
const parts: Record<string, string> = {
  'ssr/components.js': `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
const noHandlers = {}
export const usePrefetchBehavior = () => [false, null, noHandlers]
export const mergeRefs = (given) => given
export const PrefetchPageLinks = () => null`,
  'instrumentation.js': `export const consumeInstrumentationClientResultMetaReceiver = () => {}
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router`,
}

/** Which stand-in a file of React Router's data mode gets for what it imports; null where it gets the real one. */
export function standInFor(imported: string, importer: string): string | null {
  if (!/\/react-router\/dist\/\w+\/lib\/(dom\/lib|components|router\/router)\.js$/.test(importer)) return null
  return Object.keys(parts).find((part) => imported.endsWith(`/${part}`)) ?? null
}

/** Without its components' names for developer tools: writing them would keep components that nobody uses. */
export const unnamed = (code: string) => code.replace(/^\w+\.displayName = "\w+";$/gm, '')

/**
 * Leaves framework mode out of React Router in the browser: 2 KB that the data router never runs. A version whose files
 * are named otherwise stays whole; one that asks for more of them does not build.
 */
export function dataRouter(): Plugin {
  return {
    name: 'data-router',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(imported, importer = '') {
      const part = standInFor(imported, importer)
      return part && STAND_IN + part
    },
    load: (id) => (id.startsWith(STAND_IN) ? { code: parts[id.slice(STAND_IN.length)] ?? '', moduleType: 'js' } : null),
    transform: (code, id) => (/\/react-router\/dist\/.*\.js$/.test(id) ? { code: unnamed(code), map: null } : null),
  }
}
