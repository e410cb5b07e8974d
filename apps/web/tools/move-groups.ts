import { excessOf } from './excess.ts'
import type { Cut } from './groups.ts'

// Of the loads beyond their budget the fullest counts nearly alone; where none is, what all fetch.
const SOFT = 300
const SHARE_OF_MEAN = 0.02

const SMALL_FILE = 2000

const TRIES = 20_000

/** Files as numbers: of script and style in each, which loads fetch it, and which files it imports, a bit for each. */
type Files = { script: Float64Array; style: Float64Array; fetchedBy: Uint8Array[]; imports: Int32Array }

function filesOf({ groups, loads }: Cut, home: Uint8Array, count: number): Files {
  const files: Files = {
    script: new Float64Array(count),
    style: new Float64Array(count),
    fetchedBy: Array.from({ length: count }, () => new Uint8Array(loads.length)),
    imports: new Int32Array(count),
  }
  groups.forEach((group, at) => {
    const file = home[at] ?? 0
    files.script[file] = (files.script[file] ?? 0) + group.script
    files.style[file] = (files.style[file] ?? 0) + group.style
    join(files.fetchedBy[file], group.loads)
    for (const other of group.imports)
      if (home[other] !== file) files.imports[file] = (files.imports[file] ?? 0) | (1 << (home[other] ?? 0))
  })
  return files
}

function join(flags: Uint8Array | undefined, others: Uint8Array | undefined) {
  if (flags && others) for (let at = 0; at < flags.length; at++) flags[at] = (flags[at] ?? 0) | (others[at] ?? 0)
}

/** Whoever fetches a file fetches what it imports. False: files wait for each other. */
function fetchImports({ fetchedBy, imports }: Files): boolean {
  let left = 2 ** imports.length - 1
  while (left !== 0) {
    // One that no other of them imports.
    let imported = 0
    for (let file = 0; file < imports.length; file++) if (left & (1 << file)) imported |= imports[file] ?? 0
    const next = 31 - Math.clz32(left & ~imported)
    if (next < 0) return false
    left &= ~(1 << next)
    for (let file = 0; file < imports.length; file++)
      if ((imports[next] ?? 0) & (1 << file)) join(fetchedBy[file], fetchedBy[next])
  }
  return true
}

/** How far the fullest load exceeds its budget, in bytes of script; more when a file has less than `least`. */
function fullest({ loads, beside }: Cut, files: Files, least: number): number {
  let sum = 0
  let mean = 0
  // What is lacking of files that are too small.
  let lack = 0
  for (const size of files.script) lack += size > 0 && size < least ? SMALL_FILE + least - size : 0
  loads.forEach(({ kind }, load) => {
    const fetched = { script: 0, style: 0, scripts: 0, ...beside[load], styles: 0 }
    files.fetchedBy.forEach((by, file) => {
      if (by[load] === 0) return
      fetched.script += files.script[file] ?? 0
      fetched.style += files.style[file] ?? 0
      fetched.scripts += 1
      fetched.styles += (files.style[file] ?? 0) > 0 ? 1 : 0
    })
    const [script, style, requests] = excessOf(kind, fetched)
    sum += Math.exp(script / SOFT) + Math.exp(style / SOFT) + Math.exp(requests / SOFT)
    mean += (script + style) / loads.length
  })
  return SOFT * Math.log1p(sum) + SHARE_OF_MEAN * mean + lack
}

/** The same row of numbers from 0 to 1 each time, so that a build is the same each time (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MORE_FILES = 6
// As many as a number has bits.
const MOST_FILES = 32
// Of ten tries each; the others move one group.
const KINDS = { file: 0, unneeded: 1 }

/**
 * Local search: moves groups to other files wherever that leaves the fullest load more room: one group, a whole file,
 * or all of a file that some load does not need, to any file or one that is empty yet. `home` has the file of each
 * group and is changed. Gives how far the fullest load exceeds its budget at the end.
 * @throws Error with more than 32 files
 */
export function moveGroups(cut: Cut, home: Uint8Array, least: number): number {
  const given = Math.max(...home) + 1
  if (given > MOST_FILES) throw new Error(`${given} shared files are more than ${MOST_FILES}.`)
  const count = Math.min(given + MORE_FILES, MOST_FILES)
  const costNow = () => {
    const files = filesOf(cut, home, count)
    return fetchImports(files) ? fullest(cut, files, least) : Infinity
  }
  const random = randomNumbers()
  const below = (most: number) => Math.floor(random() * most)
  let cost = costNow()
  for (let tries = 0; tries < TRIES; tries++) {
    const before = home.slice()
    const group = below(home.length)
    const [from, to, load, kind] = [home[group] ?? 0, below(count), below(cut.loads.length), below(10)]
    if (from === to) continue
    const isMoved = [KINDS.file, KINDS.unneeded].includes(kind)
    home[group] = to
    if (isMoved)
      cut.groups.forEach(({ loads }, at) => {
        if (before[at] === from) home[at] = kind === KINDS.file || loads[load] === 0 ? to : from
      })
    const moved = costNow()
    if (moved <= cost) cost = moved
    else home.set(before)
  }
  return cost
}
