/**
 * For each import Node asks the folders above for their package.json, to learn that files are modules and where names
 * lead: that of drizzle-orm has 179 KB, and with our own files it made a third of the CPU of a start. Files named by
 * their place need no asking; names that our sources use mean the same in all of them. Holds for what is imported after
 * this file has run: by `import()`.
 */
import { type ResolveHookSync, registerHooks } from 'node:module'

const isDrizzle = (url: string) => url.includes('/node_modules/drizzle-orm/')
const known = new Map<string, ReturnType<ResolveHookSync>>()
registerHooks({
  resolve(specifier, { parentURL = '', ...context }, next) {
    const isOurs = !parentURL.includes('/node_modules/')
    const asNodeDoes = () => next(specifier, { parentURL, ...context })
    if (/^\.\.?\/.*\.(js|ts)$/.test(specifier) && (isOurs ? specifier.endsWith('.ts') : isDrizzle(parentURL))) {
      const format = isOurs ? 'module-typescript' : 'module'
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    }
    if (!isOurs || !/^(#|@pawtrait\/|drizzle-orm)/.test(specifier)) return asNodeDoes()
    const found = known.get(specifier) ?? asNodeDoes()
    known.set(specifier, found)
    return { ...found, shortCircuit: true }
  },
})
