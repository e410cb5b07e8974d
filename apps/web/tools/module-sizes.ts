import { readFileSync } from 'node:fs'
import { minifySync, parseSync } from 'vite'
import { phrases } from '../src/i18n/phrases.ts'
import type { Modules } from './loads.ts'

/** How much a module adds to the file it travels in: characters of script and of style as they are built. */
export type ModuleSizes = { script: (id: string) => number; style: (id: string) => number }

/** A drawing, kept as its path: whoever draws it carries it. */
export const isIcon = (id: string): boolean => id.endsWith('.svg?path')

const cssComments = /\/\*[\s\S]*?\*\//g
const messages = /\bphrases\.(\w+)\.(\w+)/g
const message: Record<string, Record<string, string>> = phrases
// What loads a part later lists the files that come with it.
const PRELOAD_LIST = 150

/** Sizes of what the bundler has read, each measured once. What it leaves out of a module is counted all the same. */
export function moduleSizes(modules: Modules): ModuleSizes {
  const scriptOf = (id: string): number => {
    const { code = '', importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    // Of an endpoint the browser keeps the address, of a schema nothing.
    if (id.includes('/packages/contract/') && importedIds.some((other) => other.includes('/valibot/'))) return 0
    const icons = importedIds.filter(isIcon).reduce((sum, icon) => sum + script(icon), 0)
    return icons + scriptLength(code ?? '') + dynamicallyImportedIds.length * PRELOAD_LIST
  }
  const script = once(scriptOf)
  return { script, style: once(styleOf) }
}

/** Minified, with its words in place of their names, without its imports: most of them are in the same file. */
function scriptLength(source: string): number {
  const said = source.replace(messages, (name, group, key) => JSON.stringify(message[group]?.[key] ?? name))
  const { code } = minifySync('module.js', said, { module: true })
  const { staticImports } = parseSync('module.js', code).module
  return code.length - staticImports.reduce((sum, { start, end }) => sum + end - start, 0)
}

function styleOf(id: string): number {
  const [path = ''] = id.split('?')
  if (!path.endsWith('.css')) return 0
  return readFileSync(path, 'utf8')
    .replace(cssComments, '')
    .replace(/\s*([{};:,\s])\s*/g, '$1').length
}

function once(sizeOf: (id: string) => number): (id: string) => number {
  const known = new Map<string, number>()
  return (id) => {
    const size = known.get(id) ?? sizeOf(id)
    known.set(id, size)
    return size
  }
}
