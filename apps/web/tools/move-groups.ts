import { excessOf, type Fetched } from './excess.ts'
import type { Beside, Cut } from './groups.ts'

// Of the loads beyond their budget the fullest counts nearly alone; where none is, what all fetch.
const SOFT = 300
const SHARE_OF_MEAN = 0.02

const SMALL_FILE = 2000

const TRIES_EACH = 2730 // for a group: 600,000 for ours
// Simulated annealing: how many bytes worse a move may well be, at the beginning and at the end.
const HOT = 200
const COLD = 1

/** Loads, a bit for each. */
type Bits = Uint32Array

/** A group as the search reads it. */
type Item = { script: number; style: number; loads: Bits; imports: number[] }

/** Files as numbers: of script and style in each, which loads fetch it, and which files it imports, a bit for each. */
type Files = { script: Float64Array; style: Float64Array; fetchedBy: Bits[]; imports: Int32Array }

function bitsOf(flags: Uint8Array): Bits {
  const bits = new Uint32Array(Math.ceil(flags.length / 32))
  flags.forEach((flag, at) => {
    bits[at >> 5] = (bits[at >> 5] ?? 0) | (flag << (at & 31))
  })
  return bits
}

function filesOf(items: readonly Item[], home: Uint8Array, count: number): Files {
  const files: Files = {
    script: new Float64Array(count),
    style: new Float64Array(count),
    fetchedBy: Array.from({ length: count }, () => new Uint32Array(items[0]?.loads.length ?? 0)),
    imports: new Int32Array(count),
  }
  items.forEach((item, at) => {
    const file = home[at] ?? 0
    files.script[file] = (files.script[file] ?? 0) + item.script
    files.style[file] = (files.style[file] ?? 0) + item.style
    join(files.fetchedBy[file], item.loads)
    for (const other of item.imports)
      if (home[other] !== file) files.imports[file] = (files.imports[file] ?? 0) | (1 << (home[other] ?? 0))
  })
  return files
}

function join(bits: Bits | undefined, others: Bits | undefined) {
  if (bits && others) for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
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

/** What each load fetches of the files, beside its own. */
function fetchedOf(beside: readonly Beside[], { script, style, fetchedBy }: Files): Fetched[] {
  const fetched = beside.map((own) => ({ ...own, styles: 0 }))
  fetchedBy.forEach((by, file) => {
    const isStyled = (style[file] ?? 0) > 0 ? 1 : 0
    by.forEach((word, at) => {
      for (let left = word; left !== 0; left &= left - 1) {
        const load = fetched[at * 32 + 31 - Math.clz32(left & -left)]
        if (!load) continue
        load.script += script[file] ?? 0
        load.style += style[file] ?? 0
        load.scripts += 1
        load.styles += isStyled
      }
    })
  })
  return fetched
}

/** How far the fullest load exceeds its budget, in bytes of script; more when a file has less than `least`. */
function fullest({ loads, beside }: Cut, files: Files, least: number): number {
  let sum = 0
  let mean = 0
  // What is lacking of files that are too small.
  let lack = 0
  for (const size of files.script) lack += size > 0 && size < least ? SMALL_FILE + least - size : 0
  fetchedOf(beside, files).forEach((fetched, load) => {
    const [script, style, requests] = excessOf(loads[load]?.kind ?? 'part', fetched)
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
 * Moves groups to other files wherever that leaves the fullest load more room: one group, a whole file, or all of a
 * file that some load does not need, to any file or one that is empty yet. Simulated annealing: a move for the worse
 * may stand at first, less and less, so that the search leaves what is best only nearby; the best of all is kept.
 * `home` has the file of each group and is changed. Gives how far the fullest load exceeds its budget at the end.
 * @throws Error with more than 32 files
 */
export function moveGroups(cut: Cut, home: Uint8Array, least: number): number {
  const given = Math.max(...home) + 1
  if (given > MOST_FILES) throw new Error(`${given} shared files are more than ${MOST_FILES}.`)
  const count = Math.min(given + MORE_FILES, MOST_FILES)
  const items = cut.groups.map((group) => ({ ...group, loads: bitsOf(group.loads), imports: [...group.imports] }))
  const costNow = () => {
    const files = filesOf(items, home, count)
    return fetchImports(files) ? fullest(cut, files, least) : Infinity
  }
  const random = randomNumbers()
  const most = TRIES_EACH * cut.groups.length
  let cost = costNow()
  let best = { cost, home: home.slice() }
  for (let tries = 0; tries < most; tries++) {
    const before = home.slice()
    if (!moveSome(cut, home, count, random)) continue
    const moved = costNow()
    const heat = HOT * (COLD / HOT) ** (tries / most)
    if (moved <= cost || random() < Math.exp((cost - moved) / heat)) cost = moved
    else home.set(before)
    if (cost < best.cost) best = { cost, home: home.slice() }
  }
  home.set(best.home)
  return best.cost
}

/** One move by chance; false when it moves nothing. */
function moveSome({ groups, loads }: Cut, home: Uint8Array, count: number, random: () => number): boolean {
  const below = (most: number) => Math.floor(random() * most)
  const group = below(home.length)
  const [from, to, load, kind] = [home[group] ?? 0, below(count), below(loads.length), below(10)]
  if (from === to) return false
  if (kind === KINDS.file || kind === KINDS.unneeded)
    groups.forEach((other, at) => {
      if (home[at] === from && (kind === KINDS.file || other.loads[load] === 0)) home[at] = to
    })
  home[group] = to
  return true
}
