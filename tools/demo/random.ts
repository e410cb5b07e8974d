/** Pseudo-random numbers (mulberry32). They are the same in each run, so that every demo has the same community. */
export type Random = {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns an integer from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
  /** Returns `count` different items, in random order. */
  some<T>(items: readonly T[], count: number): T[]
}

export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const some = <T>(items: readonly T[], count: number) =>
    items
      .map((item) => ({ item, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ item }) => item)
  const pick = <T>(items: readonly T[]) => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('the list to pick from is empty')
    return item
  }
  return { next, whole, pick, some }
}
