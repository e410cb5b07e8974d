/**
 * Checks the size of pages. Fails when a page, or a script that many pages share, has grown by more than 3 % since the
 * last release. Leaves the shared scripts out of the comparison of a page, so that their growth counts once. Also fails
 * when a first load or a lazily loaded part exceeds its maximum. `page-sizes.json` contains the sizes of the last
 * release. `--write` replaces these sizes by those of the current build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { pages } from '@pawtrait/contract/pages.ts'
import type { Manifest } from '@pawtrait/contract/render.ts'
import { type AppPage, collectChunkFiles, ENTRY_SOURCE, findPages, SHELL_SOURCE } from './build-manifest.ts'

/** Size of a set of files: bytes after brotli compression, and the number of scripts. */
export type LoadSize = { js: number; css: number; scripts: number }

/**
 * Size of the first load of a page, or of the files that a lazily loaded part adds. `most`: the maximum size. `shared`:
 * bytes of the included shared scripts, by name.
 */
export type PageLoad = { name: string; size: LoadSize; most: LoadSize; shared: Record<string, number> }

/**
 * Sizes of the last release in bytes. `sizes`: first loads of pages. `shared`: scripts that many pages share. `grown`
 * explains growth since the release. The explained size replaces the released one, so that more growth needs another
 * explanation. In `grown`, the size of a page excludes its shared scripts. The next release empties `grown`.
 */
export type SizeBaseline = {
  sizes: Record<string, Omit<LoadSize, 'scripts'>>
  shared: Record<string, number>
  grown: Record<string, { js?: number; css?: number; why: string }>
}

const KB = 1000
const GROWTH = 1.03
// Growth in bytes that is always allowed. 600 bytes take 3 ms on slow 4G. Without this allowance, a small page could
// grow by only a few lines of code.
const FREE_BYTES = 600
const LATER = 'later: '
// A script is shared if it is in the first load of more pages than this.
const MAX_OWNERS = 10

// Maximum sizes, to detect accidents such as a library in the wrong chunk. They are about a tenth above the size of the
// largest page. This margin is necessary, because the hashes in file names alone change a size by 100 bytes. `GROWTH`
// limits the growth by features.
const ceilings = {
  // Allows two scripts, because the bundler may move code that lazily loaded parts share into a second file.
  static: { js: 6.5 * KB, css: 7 * KB, scripts: 2 },
  visitor: { js: 150 * KB, css: 15 * KB, scripts: 9 },
  feed: { js: 145 * KB, css: 18 * KB, scripts: 9 },
  signedIn: { js: 185 * KB, css: 20 * KB, scripts: 15 },
  later: { js: 21 * KB, css: 13 * KB, scripts: 12 },
} satisfies Record<string, LoadSize>

const STATIC = 'src/entry-static.ts'
// Script that pages without React load later. During an attack, it solves the proof of work that a log-in requires.
const PROOF = 'src/features/sign-in/scripts/solve-proof.ts'

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
  const ofPages = pages.map(({ source }) => collectChunkFiles(manifest, [...app, SHELL_SOURCE, source]))
  const isShared = (file: string) => ofPages.filter((files) => files.has(file)).length > MAX_OWNERS
  const sharedChunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && isShared(file))
  const measured = new Set([...collectChunkFiles(manifest, app), ...sharedChunks.map(({ file }) => file)])
  const load = (name: string, most: LoadSize, entries: string[], without = new Set<string>()): PageLoad => {
    const files = [...collectChunkFiles(manifest, entries)].filter((file) => !without.has(file))
    const sum = (end: string) => files.reduce((total, file) => total + (file.endsWith(end) ? sizeOf(file) : 0), 0)
    const scripts = files.filter((file) => file.endsWith('.js')).length
    const shared = Object.fromEntries(
      sharedChunks.flatMap(({ name = '', file }) => (files.includes(file) ? [[name, sizeOf(file)]] : [])),
    )
    return { name, most, size: { js: sum('.js'), css: sum('.css'), scripts }, shared }
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
    ...parts.map((key) => load(`${LATER}${key}`, ceilings.later, [key], measured)),
  ]
}

const isLarger = (now: number, before: number) => now > Math.max(before * GROWTH, before + FREE_BYTES)

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, bytes) => total + bytes, 0)

const growthFault = (name: string, now: number, before: number, kind: string) =>
  `${name} grew by more than 3 % since the last release: ${now} ${kind}, was ${before}. ` +
  'Make it smaller, or add this size and the reason under "grown" in tools/page-sizes.json.'

/**
 * Returns the faults of a page load, one line each. A shared script counts only if it existed at the last release and
 * the page did not load it then.
 */
export function findPageLoadFaults(load: PageLoad, { sizes, shared, grown }: SizeBaseline): string[] {
  const { name, size, most } = load
  const before = sizes[name]
  const over = (['js', 'css', 'scripts'] as const).filter((kind) => size[kind] > most[kind])
  const faults = over.map((kind) => `${name} is over its ceiling: ${size[kind]} ${kind} of ${most[kind]}.`)
  if (!before) return faults
  const now = { js: size.js - sumOf(Object.values(load.shared)), css: size.css }
  const released = { js: before.js - sumOf(Object.keys(load.shared).map((of) => shared[of] ?? 0)), css: before.css }
  const larger = (['js', 'css'] as const).filter((kind) => isLarger(now[kind], grown[name]?.[kind] ?? released[kind]))
  return [...faults, ...larger.map((kind) => growthFault(name, now[kind], released[kind], kind))]
}

/** Returns the faults of the shared scripts of these page loads, one line each. A new shared script is a fault too. */
export function findSharedFaults(loads: readonly PageLoad[], { shared, grown }: SizeBaseline): string[] {
  const now = Object.assign({}, ...loads.map((load) => load.shared)) as Record<string, number>
  return Object.entries(now).flatMap(([name, bytes]) => {
    const released = shared[name] ?? 0
    return isLarger(bytes, grown[name]?.js ?? released) ? [growthFault(name, bytes, released, 'js')] : []
  })
}

const root = join(import.meta.dirname, '..')
const baselineFile = join(root, 'tools/page-sizes.json')

/** Measures the page loads of the build in `apps/web/dist`. */
export function measurePageSizes(): PageLoad[] {
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
  const shared = JSON.stringify(Object.assign({}, ...pages.map((page) => page.shared)))
  writeFileSync(baselineFile, `{\n  "grown": {},\n  "shared": ${shared},\n  "sizes": {\n${lines.join(',\n')}\n  }\n}\n`)
}

function main() {
  const loads = measurePageSizes()
  if (process.argv.includes('--write')) return writeSizeBaseline(loads)
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as SizeBaseline
  const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6)
  for (const { name, size } of loads)
    console.log(`${kb(size.js)} KB JS in ${String(size.scripts).padStart(2)} files, ${kb(size.css)} KB CSS  ${name}`)
  const faults = [...loads.flatMap((load) => findPageLoadFaults(load, baseline)), ...findSharedFaults(loads, baseline)]
  for (const fault of faults) console.error(`size-budgets: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
