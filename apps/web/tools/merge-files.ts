import { excessOf, type Fetched } from './excess.ts'
import type { Cut } from './groups.ts'

/** A file in the making: which groups are in it, which loads fetch it, and every file that comes with it. */
type File = { groups: number[]; script: number; style: number; loads: Bits; brings: Set<File> }

/** Loads, a bit for each. */
type Bits = Uint8Array<ArrayBuffer>

/**
 * What is dear: so many bytes nearer to the end of its budget a load weighs e times as much, and one request more
 * costs as much as so many characters. No choice is best for every app.
 */
export type Prices = { tight: number; request: number }

const LEAST_WEIGHT = 0.05

const bitsOf = (flags: ArrayLike<unknown>): Bits => {
  const bits = new Uint8Array(Math.ceil(flags.length / 8))
  for (let at = 0; at < flags.length; at++) bits[at >> 3] = (bits[at >> 3] ?? 0) | (Number(flags[at]) << (at & 7))
  return bits
}
const has = (bits: Bits, at: number) => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
const union = (a: Bits, b: Bits): Bits => a.map((byte, at) => byte | (b[at] ?? 0))
const meet = (a: Bits, b: Bits, c: Bits) => a.some((byte, at) => (byte & (b[at] ?? 0) & (c[at] ?? 0)) !== 0)

function fileForEach({ groups }: Cut): Set<File> {
  const files = groups.map(
    ({ script, style, loads }, at): File => ({
      groups: [at],
      script,
      style,
      loads: bitsOf(loads),
      brings: new Set(),
    }),
  )
  for (const file of files) {
    file.brings.add(file)
    // Grows while it is walked through.
    for (const { groups: held } of file.brings)
      for (const at of held) for (const other of groups[at]?.imports ?? []) file.brings.add(files[other] ?? file)
  }
  return new Set(files)
}

/** What each load fetches when files are these. */
function fetchedOf({ beside }: Cut, files: ReadonlySet<File>): Fetched[] {
  return beside.map((own, at) => {
    const fetched = { ...own, styles: 0 }
    for (const file of files) {
      if (!has(file.loads, at)) continue
      fetched.script += file.script
      fetched.style += file.style
      fetched.scripts += 1
      fetched.styles += file.style > 0 ? 1 : 0
    }
    return fetched
  })
}

/** How dear a character more is to loads, summed for each byte of their bits: of script, and of style. */
type Scales = { script: Float64Array[]; style: Float64Array[]; crowded: Bits }

function scalesOf(cut: Cut, files: ReadonlySet<File>, { tight }: Prices): Scales {
  const excess = fetchedOf(cut, files).map((fetched, at) => excessOf(cut.loads[at]?.kind ?? 'part', fetched))
  const weight = (over: number) => LEAST_WEIGHT + Math.exp(over / tight)
  return {
    script: scale(excess.map(([script]) => weight(script))),
    style: scale(excess.map(([, style]) => weight(style))),
    crowded: bitsOf(excess.map(([, , requests]) => requests > 0)),
  }
}

const scale = (weights: readonly number[]): Float64Array[] =>
  Array.from({ length: Math.ceil(weights.length / 8) }, (_, at) =>
    Float64Array.from({ length: 256 }, (__, byte) =>
      weights.slice(at * 8, at * 8 + 8).reduce((sum, weight, bit) => sum + ((byte >> bit) & 1) * weight, 0),
    ),
  )

/** What it costs that whoever loads one of two files, of these bits, loads this one too. */
function inVain({ script, style, loads }: File, a: Bits, b: Bits, scales: Scales): number {
  let cost = 0
  for (let at = 0; at < loads.length; at++) {
    const more = ((a[at] ?? 0) | (b[at] ?? 0)) & ~(loads[at] ?? 0)
    if (more !== 0) cost += script * (scales.script[at]?.[more] ?? 0) + style * (scales.style[at]?.[more] ?? 0)
  }
  return cost
}

/**
 * What it costs to make one file of two: what loads of one alone then fetch for nothing, with all that it brings, less
 * the request that loads of both save. Infinite when a third file would come between: the two would wait for each
 * other; and when it is more than `most`.
 */
function costOf(a: File, b: File, scales: Scales, request: number, most: number): number {
  let saved = 0
  for (let at = 0; at < a.loads.length; at++) saved += scales.script[at]?.[(a.loads[at] ?? 0) & (b.loads[at] ?? 0)] ?? 0
  let cost = inVain(a, a.loads, b.loads, scales) + inVain(b, a.loads, b.loads, scales) - request * saved
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
  a.groups.push(...b.groups)
  a.script += b.script
  a.style += b.style
  files.delete(b)
  for (const file of files) {
    if (file.brings.has(a) || file.brings.has(b)) for (const brought of a.brings) file.brings.add(brought)
    file.brings.delete(b)
  }
}

/** The two files that are cheapest to make one, of those that are too small and those that too many come with. */
function nextPair(files: ReadonlySet<File>, least: number, scales: Scales, request: number): [File, File] | null {
  let best: [File, File] | null = null
  let lowest = Infinity
  for (const a of files)
    for (const b of files) {
      if (a === b) break
      if (a.script >= least && b.script >= least && !meet(a.loads, b.loads, scales.crowded)) continue
      const cost = costOf(a, b, scales, request, lowest)
      if (cost >= lowest) continue
      lowest = cost
      best = [a, b]
    }
  return best
}

/**
 * Makes one file of two, those that cost loads the least, until none has less than `least` characters and no page
 * fetches too many. The number of its file for each group; no two files import each other.
 */
export function mergeFiles(cut: Cut, least: number, prices: Prices): Uint8Array {
  const files = fileForEach(cut)
  for (;;) {
    const pair = nextPair(files, least, scalesOf(cut, files, prices), prices.request)
    if (!pair) break
    merge(...pair, files)
  }
  const home = new Uint8Array(cut.groups.length)
  for (const [at, file] of [...files].entries()) for (const group of file.groups) home[group] = at
  return home
}
