import { statSync } from 'node:fs'
import { budgets } from './budgets.ts'
import { type App, type Load, loadsOf, type Modules } from './loads.ts'

/** Loads, a bit for each. */
type Bits = Uint8Array<ArrayBuffer>

/** Modules that travel together, which loads fetch them, and every file that comes with them. */
type File = { modules: string[]; size: number; css: number; loads: Bits; brings: Set<File> }

type Known = ReturnType<typeof loadsOf>

const MIN_SIZE = 6000 // characters of source: some 3 KB when built
const MOST_REQUESTS = Math.min(budgets.hydrate.scripts, budgets.shell.scripts) // the libraries' file among them

const BYTES_PER_CHARACTER = 0.218 // after brotli
// Bytes after brotli that do not depend on how files are chosen.
const LIBRARIES = 74_700
const START = { js: 15_000, css: 5_600 } // what the app begins with: a part finds it there, and counts it all the same
// What the budgets leave for our own, less the error of the estimate.
const room = {
  public: budgets.hydrate.js - LIBRARIES - 2600,
  // What the feed carries for others is the first to go elsewhere.
  person: budgets.person.js - LIBRARIES - 9600,
  'signed-in': budgets.shell.js - LIBRARIES - 8400,
  part: budgets.lazy.js + START.js,
} satisfies Record<Load['kind'], number>
const cssRoom = {
  public: budgets.hydrate.css - 1000,
  person: budgets.person.css - 800,
  'signed-in': budgets.shell.css - 1600,
  part: budgets.lazy.css + START.css - 1000,
} satisfies Record<Load['kind'], number>
const CSS_BYTES_PER_BYTE = 0.232
const CSS_BYTES_PER_FILE = 160 // what style costs more for being in one file more
const CSS_SHARE = 1 / 6 // of script; so much style is as much
const LEAST_WEIGHT = 0.05

/**
 * How files are chosen: so many bytes nearer to the end of its room a load weighs e times as much, and one request more
 * costs as much as so many characters of source. No choice is best for every app, so each is tried.
 */
type Way = { tight: number; request: number }
const ways: Way[] = [1500, 3000, 4500, 6000].flatMap((tight) =>
  [0, 150, 300, 600].map((request) => ({ tight, request })),
)
const END: Way = { tight: 400, request: 0 }

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const isIcon = (id: string) => id.endsWith('.svg?path')

type SizeOf = (id: string) => number

/** How much each module adds to its file, in characters of source, with the icons it draws: it carries them. */
function measure(modules: Modules): SizeOf {
  const sizes = new Map<string, number>()
  const sizeOf: SizeOf = (id) => {
    const known = sizes.get(id)
    if (known !== undefined) return known
    const info = modules.getModuleInfo(id)
    const icons = (info?.importedIds ?? []).filter(isIcon).reduce((sum, icon) => sum + sizeOf(icon), 0)
    // Of an endpoint the browser keeps the address, of a schema nothing.
    const kept = id.includes('/packages/contract/') ? 0.35 : 1
    const size = icons + (info?.code ?? '').replace(comments, '').length * kept
    sizes.set(id, size)
    return size
  }
  return sizeOf
}

/** How many bytes of style a module adds. */
function cssOf(id: string): number {
  const [path = ''] = id.split('?')
  return path.endsWith('.css') ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0
}

const isLibrary = (id: string) => id.includes('/node_modules/') && !isIcon(id)

const bitsOf = (flags: readonly boolean[]): Bits => {
  const bits = new Uint8Array(Math.ceil(flags.length / 8))
  flags.forEach((is, at) => (bits[at >> 3] = (bits[at >> 3] ?? 0) | (Number(is) << (at & 7))))
  return bits
}
const has = (bits: Bits, at: number) => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
const union = (a: Bits, b: Bits): Bits => a.map((byte, at) => byte | (b[at] ?? 0))
const meet = (a: Bits, b: Bits, c: Bits) => a.some((byte, at) => (byte & (b[at] ?? 0) & (c[at] ?? 0)) !== 0)

/** What several loads need, by the set of these loads. What one alone needs travels with it anyway. */
function filesBySet({ loads, roots }: Known, modules: Modules, sizeOf: SizeOf): Set<File> {
  const files = new Map<string, File>()
  const home = new Map<string, File>()
  for (const id of new Set(loads.flatMap((load) => [...load.modules]))) {
    const fetching = loads.filter((load) => load.modules.has(id))
    if (roots.has(id) || isLibrary(id) || new Set(fetching.map(({ root }) => root)).size < 2) continue
    const bits = bitsOf(loads.map((load) => load.modules.has(id)))
    const file = files.get(bits.join()) ?? { modules: [], size: 0, css: 0, loads: bits, brings: new Set() }
    file.modules.push(id)
    file.size += isIcon(id) ? 0 : sizeOf(id)
    file.css += cssOf(id)
    files.set(bits.join(), file)
    home.set(id, file)
  }
  for (const file of files.values()) {
    file.brings.add(file)
    for (const { modules: ids } of file.brings)
      for (const imported of ids.flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? [])) {
        const other = home.get(imported)
        if (other) file.brings.add(other)
      }
  }
  return new Set(files.values())
}

/** How dear a byte more of script and of style is to each load: the dearer, the less room it has. */
function weightsOf(
  loads: readonly Load[],
  own: Beside,
  files: ReadonlySet<File>,
  { tight }: Way,
): { js: number[]; css: number[] } {
  const sum = (at: number, of: (file: File) => number, beside: number) =>
    [...files].reduce((bytes, file) => bytes + (has(file.loads, at) ? of(file) : 0), beside)
  const jsOf = ({ size }: File) => size * BYTES_PER_CHARACTER
  const styleOf = ({ css }: File) => (css === 0 ? 0 : css * CSS_BYTES_PER_BYTE + CSS_BYTES_PER_FILE)
  return {
    js: loads.map(({ kind }, at) =>
      weight(sum(at, jsOf, (own.size[at] ?? 0) * BYTES_PER_CHARACTER) - room[kind], tight),
    ),
    css: loads.map(({ kind }, at) =>
      weight(sum(at, styleOf, (own.css[at] ?? 0) * CSS_BYTES_PER_BYTE) - cssRoom[kind], tight * CSS_SHARE),
    ),
  }
}

const weight = (over: number, tight: number) => LEAST_WEIGHT + Math.exp(over / tight)

/** The weights of loads, summed for each byte of their bits. */
const scale = (weights: readonly number[]): Float64Array[] =>
  Array.from({ length: Math.ceil(weights.length / 8) }, (_, at) =>
    Float64Array.from({ length: 256 }, (__, byte) =>
      weights.slice(at * 8, at * 8 + 8).reduce((sum, weight, bit) => sum + ((byte >> bit) & 1) * weight, 0),
    ),
  )

type Scales = Record<'js' | 'css', Float64Array[]>

/** What it costs that whoever loads one of two files, of these bits, loads this one too. */
function inVain({ size, css, loads }: File, a: Bits, b: Bits, scales: Scales): number {
  let cost = 0
  for (let at = 0; at < loads.length; at++) {
    const more = ((a[at] ?? 0) | (b[at] ?? 0)) & ~(loads[at] ?? 0)
    if (more !== 0) cost += size * (scales.js[at]?.[more] ?? 0) + css * (scales.css[at]?.[more] ?? 0)
  }
  return cost
}

/**
 * What it costs to make one file of two: what loads of one alone then fetch for nothing, with all that it brings, less
 * the request that loads of both save. Infinite when a third file would come between: the two would wait for each
 * other; and when it is more than `most`.
 */
function costOf(a: File, b: File, scales: Scales, requestSize: number, most: number): number {
  let saved = 0
  for (let at = 0; at < a.loads.length; at++) saved += scales.js[at]?.[(a.loads[at] ?? 0) & (b.loads[at] ?? 0)] ?? 0
  let cost = inVain(a, a.loads, b.loads, scales) + inVain(b, a.loads, b.loads, scales) - requestSize * saved
  for (const [one, other] of [[a, b] as const, [b, a] as const])
    for (const file of one.brings) {
      if (cost >= most) return Infinity
      if (file === a || file === b || (one === b && a.brings.has(file))) continue
      if (file.brings.has(other)) return Infinity
      cost += inVain(file, a.loads, b.loads, scales)
    }
  return cost
}

function merge(a: File, b: File, files: Set<File>) {
  const loads = union(a.loads, b.loads)
  for (const file of [a, b]) for (const brought of file.brings) a.brings.add(brought)
  for (const brought of a.brings) brought.loads = union(brought.loads, loads)
  a.modules.push(...b.modules)
  a.size += b.size
  a.css += b.css
  files.delete(b)
  for (const file of files) {
    if (file.brings.has(a) || file.brings.has(b)) for (const brought of a.brings) file.brings.add(brought)
    file.brings.delete(b)
  }
}

/** The two files that are cheapest to make one, of those that are too small and those that too many come with. */
function nextPair(files: ReadonlySet<File>, crowded: Bits, scales: Scales, { request }: Way): [File, File] | null {
  let best: [File, File] | null = null
  let least = Infinity
  for (const a of files)
    for (const b of files) {
      if (a === b) break
      if (a.size >= MIN_SIZE && b.size >= MIN_SIZE && !meet(a.loads, b.loads, crowded)) continue
      const cost = costOf(a, b, scales, request, least)
      if (cost >= least) continue
      least = cost
      best = [a, b]
    }
  return best
}

/** What all loads are asked for beside shared files: how many files, and how much source. */
type Beside = Record<'requests' | 'size' | 'css', number[]>

function beside({ loads, roots }: Known, files: ReadonlySet<File>, sizeOf: SizeOf): Beside {
  const shared = new Set([...files].flatMap((file) => file.modules))
  const isOwn = (id: string) => !shared.has(id) && !isLibrary(id) && !isIcon(id)
  const sum = (load: Load, of: (id: string) => number) =>
    [...load.modules].reduce((bytes, id) => bytes + (isOwn(id) ? of(id) : 0), 0)
  return {
    // The entry's file, the libraries', and one for each module that is asked for by itself.
    requests: loads.map((load) => 2 + [...roots].filter((id) => load.modules.has(id)).length),
    size: loads.map((load) => sum(load, sizeOf)),
    css: loads.map((load) => sum(load, cssOf)),
  }
}

/** How near the fullest loads are to the end of their room, or how far beyond. */
function painOf(loads: readonly Load[], own: Beside, files: ReadonlySet<File>): number {
  const { js, css } = weightsOf(loads, own, files, END)
  return [...js, ...css].reduce((sum, one) => sum + one, 0)
}

/** Makes one file of two until none is small and no page fetches too many; and how dear that is to all loads. */
function settle(known: Known, modules: Modules, sizeOf: SizeOf, way: Way): { files: Set<File>; pain: number } {
  const { loads } = known
  const files = filesBySet(known, modules, sizeOf)
  const own = beside(known, files, sizeOf)
  for (;;) {
    const counts = own.requests.map((count, at) => count + [...files].filter((file) => has(file.loads, at)).length)
    const crowded = bitsOf(loads.map(({ kind }, at) => kind !== 'part' && (counts[at] ?? 0) > MOST_REQUESTS))
    const { js, css } = weightsOf(loads, own, files, way)
    const pair = nextPair(files, crowded, { js: scale(js), css: scale(css) }, way)
    if (!pair) return { files, pain: painOf(loads, own, files) }
    merge(...pair, files)
  }
}

/**
 * Code splitting: in which file each module travels that several pages or parts need, as the file's name by the
 * module's id. What the same loads need goes together; then the two files that cost the loads least become one, until
 * none is small and no page fetches too many. No two files import each other.
 */
export function sharedFiles(app: App, modules: Modules): Map<string, string> {
  const known = loadsOf(app, modules)
  const sizeOf = measure(modules)
  const [best] = ways.map((way) => settle(known, modules, sizeOf, way)).toSorted((a, b) => a.pain - b.pain)
  const nameOf = ({ modules: ids }: File, at: number) => (ids.includes(app.start) ? 'start-app' : `${at}`)
  return new Map(
    [...(best?.files ?? [])].flatMap((file, at) => file.modules.map((id) => [id, nameOf(file, at)] as const)),
  )
}
