/**
 * The page weight gate: fails when a first load is heavier than its budget or in too many files, and when a shared file
 * is too small to be one. Brotli sizes of the built files, by Vite's manifest.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Manifest } from '@pawtrait/contract/render.ts'
import { type Budget, budgets } from '../apps/web/tools/budgets.ts'
import { KIT, misfits, scriptSummary } from './script-files.ts'

/** One line of the table: what is loaded before a page works, and what may be. Sizes in bytes after brotli. */
export type Row = { page: string; js: number; css: number; scripts: number; most: Budget }

/** A page as the routes name it. */
export type Page = { path: string; mode: string; source: string }

const KB = 1000
const ENTRY = 'src/entry-browser.ts'
// Loaded beside the page by everybody who is logged in.
const SHELL = 'src/app/Shell.tsx'
const STATIC = 'src/entry-static.ts'
// Of these pages, loaded when they are asked for work.
const WIDGET = 'src/features/users/sign-in/solve-proof.ts'

/** The pages that `routes.tsx` names, in its order: `page('/path', 'mode', 'folder', 'NameOfItsComponent', …`. */
export function pagesIn(routes: string): Page[] {
  const call = /\bpage\(\s*'([^']+)',\s*'(hydrate|person|shell)',\s*'([^']+)',\s*'([^']+)'/g
  return [...routes.matchAll(call)].map(([, path = '', mode = '', folder = '', name = '']) => ({
    path,
    mode,
    source: `src/${folder}/${name}.tsx`,
  }))
}

/**
 * First loads of all pages, public ones for a visitor and for somebody logged in. Then each part that is loaded later
 * by itself, without what the entry already brought.
 * @throws Error when a page is not in the manifest.
 */
export function rowsOf(manifest: Manifest, pages: Page[], sizeOf: (file: string) => number): Row[] {
  // The entry fetches the app by itself, in tasks of their own; the document preloads it.
  const app = [ENTRY, ...(manifest[ENTRY]?.dynamicImports ?? [])]
  const brought = filesOf(manifest, app)
  const weigh = (entries: string[], without = new Set<string>()) => {
    const files = [...filesOf(manifest, entries), ...workersOf(manifest, entries)].filter((file) => !without.has(file))
    const sum = (suffix: string) =>
      files.filter((file) => file.endsWith(suffix)).reduce((total, file) => total + sizeOf(file), 0)
    return { js: sum('.js'), css: sum('.css'), scripts: files.filter((file) => file.endsWith('.js')).length }
  }
  const sources = new Set([...app, ...pages.map((page) => page.source), WIDGET])
  const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !sources.has(key))
  return [
    { page: 'landing, sign-up, log-in', ...weigh([STATIC]), most: budgets.static },
    ...pages.flatMap(({ path, mode, source }) => {
      const most = mode === 'person' ? budgets.person : budgets.shell
      const signedIn = { ...weigh([...app, SHELL, source]), most }
      if (mode !== 'hydrate') return [{ page: path, ...signedIn }]
      const visitor = { page: path, ...weigh([...app, source]), most: budgets.hydrate }
      return [visitor, { page: `${path}, logged in`, ...signedIn }]
    }),
    ...(manifest[WIDGET]
      ? [{ page: `later: ${WIDGET}`, ...weigh([WIDGET], filesOf(manifest, [STATIC])), most: budgets.widget }]
      : []),
    ...lazy.map((key) => ({
      page: `later: ${key}`,
      ...weigh([key], brought),
      most: key === KIT ? budgets.kit : budgets.lazy,
    })),
  ]
}

/** Every file that loading these entries brings: theirs, their static imports' and all style sheets. */
function filesOf(manifest: Manifest, entries: string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`size-budgets: ${key} is not in the build.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return files
}

/** Workers that entries start, and style sheets that they bring by themselves. */
const workersOf = (manifest: Manifest, entries: string[]): string[] =>
  entries.flatMap((key) => manifest[key]?.assets ?? []).filter((file) => /\.(js|css)$/.test(file))

/** Whether a row is within its budget. */
export const fits = ({ js, css, scripts, most }: Row): boolean =>
  js <= most.js && css <= most.css && scripts <= most.scripts

function brotli(path: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(readFileSync(path), { params }).length
}

function main(root: string) {
  const dist = join(root, 'apps/web/dist/client')
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const pages = pagesIn(readFileSync(join(root, 'apps/web/src/app/routes.tsx'), 'utf8'))
  const kept = new Map<string, number>()
  const rows = rowsOf(manifest, pages, (file) => {
    const size = kept.get(file) ?? brotli(join(dist, file))
    kept.set(file, size)
    return size
  })
  const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6)
  for (const row of rows) {
    const { page, js, css, scripts, most } = row
    const requests = `${String(scripts).padStart(2)} of ${most.scripts} scripts`
    const sizes = `${kb(js)} of ${kb(most.js)} JS, ${kb(css)} of ${kb(most.css)} CSS`
    console.log(`${fits(row) ? '✓' : '✗'} ${sizes}, ${requests}  ${page}`)
  }
  const bytesOf = (file: string) => statSync(join(dist, file)).size
  console.log(scriptSummary(manifest, bytesOf))
  const wrong = misfits(manifest, bytesOf)
  for (const line of wrong) console.error(`size-budgets: ${line}`)
  if (pages.length === 0) console.error('size-budgets: no page found in routes.tsx.')
  process.exitCode = rows.every(fits) && wrong.length === 0 && pages.length > 0 ? 0 : 1
}

if (import.meta.main) main(process.cwd())
