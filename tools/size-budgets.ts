/**
 * Checks the size of pages. Fails when the first load of a page has grown by more than 3 % since the last release. Also
 * fails when a page or a lazily loaded part exceeds its maximum. `page-sizes.json` contains the sizes of the last
 * release. `--write` replaces them by those of the current build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type PageDefinition, pages } from '@pawtrait/contract/pages.ts'
import type { Manifest } from '@pawtrait/contract/render.ts'

/** Size of a set of files: bytes after brotli compression, and the number of scripts. */
export type LoadSize = { js: number; css: number; scripts: number }

/** Size of all files in the first load of a page, or of the additional files of a lazily loaded part. */
export type PageLoad = { name: string; size: LoadSize; most: LoadSize }

/**
 * Page sizes of the last release. `grown` contains a reason for each page that may grow. The next release removes it.
 */
export type SizeBaseline = { sizes: Record<string, Omit<LoadSize, 'scripts'>>; grown: Record<string, string> }

/** A page that React renders in the browser. */
export type AppPage = { path: string; audience: PageDefinition['audience']; source: string }

const KB = 1000
const GROWTH = 1.03
// Growth that is always allowed. 600 bytes take 3 ms on slow 4G. Without it, 3 % of a small page would be only a few
// lines of code.
const FREE_BYTES = 600
const LATER = 'later: '

// Maximum sizes, to detect accidents such as a library in the wrong chunk. They are about a tenth above the largest
// page, because different hashes in file names alone change a size by 100 bytes. `GROWTH` limits the growth by
// features.
const ceilings = {
  // Allows two scripts, because the bundler may move code that lazily loaded parts share into a second file.
  static: { js: 6.5 * KB, css: 7 * KB, scripts: 2 },
  visitor: { js: 150 * KB, css: 15 * KB, scripts: 9 },
  feed: { js: 145 * KB, css: 18 * KB, scripts: 9 },
  signedIn: { js: 185 * KB, css: 20 * KB, scripts: 15 },
  later: { js: 62 * KB, css: 15 * KB, scripts: 15 },
} satisfies Record<string, LoadSize>

/** Source file of the browser's entry point, as named in the manifest. */
export const ENTRY_SOURCE = 'src/entry-browser.ts'
/** Source file of the app frame around the pages of signed-in users. */
export const SHELL_SOURCE = 'src/app/Shell.tsx'
const STATIC = 'src/entry-static.ts'
// Script that pages without React load later. During an attack, it solves the proof of work that a log-in requires.
const PROOF = 'src/features/sign-in/scripts/solve-proof.ts'

/** Returns the pages of `routes.tsx` in the same order. Matches `name: page('folder', 'NameOfItsComponent', …`. */
export function findPages(routes: string): AppPage[] {
  const call = /(\w+): page\(\s*'([^']+)',\s*'([^']+)'/g
  const rows: Record<string, PageDefinition> = pages
  return [...routes.matchAll(call)].map(([, name = '', folder = '', component = '']) => {
    const row = rows[name]
    if (!row) throw new Error(`size-budgets: ${name} of routes.tsx has no row in pages.ts.`)
    return { path: row.path, audience: row.audience, source: `src/${folder}/${component}.tsx` }
  })
}

const ceilingOf = (path: string): LoadSize => (path === pages.feed.path ? ceilings.feed : ceilings.signedIn)

/**
 * Returns the sizes of all pages at first load, then of the lazily loaded parts. Public pages have two entries: for
 * visitors and for signed-in users.
 * @throws Error when a page is not in the manifest.
 */
export function findPageLoads(
  manifest: Manifest,
  pages: readonly AppPage[],
  sizeOf: (file: string) => number,
): PageLoad[] {
  // Modules that the entry point loads immediately, although it imports them dynamically.
  const app = [ENTRY_SOURCE, ...(manifest[ENTRY_SOURCE]?.dynamicImports ?? [])]
  const started = collectChunkFiles(manifest, app)
  const load = (name: string, most: LoadSize, entries: string[], without = new Set<string>()): PageLoad => {
    const files = [...collectChunkFiles(manifest, entries)].filter((file) => !without.has(file))
    const sum = (end: string) => files.reduce((total, file) => total + (file.endsWith(end) ? sizeOf(file) : 0), 0)
    const scripts = files.filter((file) => file.endsWith('.js')).length
    return { name, most, size: { js: sum('.js'), css: sum('.css'), scripts } }
  }
  const firstLoads = pages.flatMap((page) => {
    const { path, audience, source } = page
    const signedIn = load(`${path}, signed in`, ceilingOf(path), [...app, SHELL_SOURCE, source])
    return audience === 'anyone' ? [load(path, ceilings.visitor, [...app, source]), signedIn] : [signedIn]
  })
  const known = new Set([...app, PROOF, ...pages.map(({ source }) => source)])
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !known.has(key))
  return [
    load('landing, sign-up, log-in', ceilings.static, [STATIC]),
    ...firstLoads,
    ...parts.map((key) => load(`${LATER}${key}`, ceilings.later, [key], started)),
  ]
}

/** Returns the files of these entry points and of all their imports. */
export function collectChunkFiles(manifest: Manifest, entries: string[]): Set<string> {
  const files = new Set<string>()
  const keys = new Set(entries)
  // The loop adds entries to the set over which it iterates, so that imports of imports are included.
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`size-budgets: ${key} is not in the build.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) keys.add(imported)
  }
  return files
}

/** Returns the faults of a page load, one line each. */
export function findPageLoadFaults({ name, size, most }: PageLoad, { sizes, grown }: SizeBaseline): string[] {
  const before = sizes[name]
  const over = (['js', 'css', 'scripts'] as const).filter((kind) => size[kind] > most[kind])
  const larger = (['js', 'css'] as const).filter(
    (kind) => before && !grown[name] && size[kind] > Math.max(before[kind] * GROWTH, before[kind] + FREE_BYTES),
  )
  return [
    ...over.map((kind) => `${name} is over its ceiling: ${size[kind]} ${kind} of ${most[kind]}.`),
    ...larger.map(
      (kind) =>
        `${name} grew by more than 3 % since the last release: ${size[kind]} ${kind}, was ${before?.[kind]}. ` +
        'Make it smaller, or say why under "grown" in tools/page-sizes.json.',
    ),
  ]
}

const root = join(import.meta.dirname, '..')
const baselineFile = join(root, 'tools/page-sizes.json')

/** Measures the page loads of the build in `apps/web/dist`. */
export function measurePageLoads(): PageLoad[] {
  const dist = join(root, 'apps/web/dist/client')
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const drawn = findPages(readFileSync(join(root, 'apps/web/src/app/routes.tsx'), 'utf8'))
  if (drawn.length === 0) throw new Error('size-budgets: no page found in routes.tsx.')
  const sizes = new Map<string, number>()
  return findPageLoads(manifest, drawn, (file) => {
    const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    sizes.set(file, size)
    return size
  })
}

/** Stores page sizes as the sizes of the last release. */
export function writeSizeBaseline(loads: readonly PageLoad[]): void {
  const pages = loads.filter(({ name }) => !name.startsWith(LATER))
  const lines = pages.map(
    ({ name, size: { js, css } }) => `    ${JSON.stringify(name)}: { "js": ${js}, "css": ${css} }`,
  )
  writeFileSync(baselineFile, `{\n  "grown": {},\n  "sizes": {\n${lines.join(',\n')}\n  }\n}\n`)
}

function main() {
  const loads = measurePageLoads()
  if (process.argv.includes('--write')) return writeSizeBaseline(loads)
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as SizeBaseline
  const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6)
  for (const { name, size } of loads)
    console.log(`${kb(size.js)} KB JS in ${String(size.scripts).padStart(2)} files, ${kb(size.css)} KB CSS  ${name}`)
  const faults = loads.flatMap((load) => findPageLoadFaults(load, baseline))
  for (const fault of faults) console.error(`size-budgets: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
