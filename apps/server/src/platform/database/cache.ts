import { LRUCache } from 'lru-cache'
import { observableMetric } from '#platform/monitoring/metrics.ts'
import type { Invalidations } from './invalidations.ts'

/** In-memory cache. It drops a value when a row it depends on changes. Call `Invalidations.caughtUp` before `get`. */
export type Cache<Value> = {
  /** Returns the cached value. Returns undefined if `isGood` rejects the value as expired. */
  get(key: string, isGood?: (value: Value) => boolean): Value | undefined
  /** Call before a read. Returns a function that caches the value, unless a row in `about` has changed since. */
  reading(): (key: string, value: Value, about: readonly string[]) => void
}

/** Time range in which a value is valid, in milliseconds since 1970. `until` is exclusive. */
export type Validity = { from: number; until: number }

/** Whether a value is valid now. Also checks `from`, because setting the clock back must not prolong the validity. */
export const isValid = ({ from, until }: Validity, now: Date) => from <= now.getTime() && now.getTime() < until

type Entry<Value> = { value: Value; about: readonly string[] }

// Maximum number of remembered changes. Above it, the cache forgets all of them, and does not store the results of
// reads in progress.
const MAX_CHANGES = 10_000

/** Upper bound of an object's size in memory. Measured: 1.3 times its JSON in Latin script, twice in other scripts. */
export const estimateObjectBytes = (value: object) => 2 * JSON.stringify(value).length

/** A value that was read for `id`. `about` lists the ids of the rows on which the value depends. */
export type LoadedValue<Id, Value> = { id: Id; value: Value; about: readonly string[] }

/** A cached value and the number of its database read. Reads are numbered in the order in which they finish. */
export type NumberedValue<Value> = { value: Value; read: number }

let reads = 0

/**
 * Returns the number of the last finished read. Call it before a query: a value with a higher number may be newer than
 * the result of that query.
 */
export const lastReadNumber = () => reads

/** Returns values from the cache. Reads and caches the missing values. `read` returns no value for an unknown id. */
export async function readThroughCache<Id extends string, Value>(
  cache: Cache<NumberedValue<Value>>,
  ids: readonly Id[],
  keyOf: (id: Id) => string,
  read: (missing: Id[]) => Promise<LoadedValue<Id, Value>[]>,
): Promise<Map<Id, NumberedValue<Value>>> {
  const found = new Map<Id, NumberedValue<Value>>()
  for (const id of ids) {
    const cached = cache.get(keyOf(id))
    if (cached !== undefined) found.set(id, cached)
  }
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  const store = cache.reading()
  const values = await read(missing)
  reads += 1
  for (const { id, value, about } of values) {
    const numberedValue = { value, read: reads }
    found.set(id, numberedValue)
    store(keyOf(id), numberedValue, about)
  }
  return found
}

const readHits = observableMetric('counter', 'cache_hits_total', 'Cache reads that found a valid value', ['cache'])
const readMisses = observableMetric('counter', 'cache_misses_total', 'Cache reads that found no valid value', ['cache'])
const readEntries = observableMetric('gauge', 'cache_entries', 'Values in the cache', ['cache'])
const readBytes = observableMetric('gauge', 'cache_bytes', 'Size of the values in the cache, if it is limited', [
  'cache',
])

/** Returns an LRU cache of at most `max` values and `size.most` bytes. */
export function createCache<Value>(
  name: 'sessions' | 'feed-days' | 'posts' | 'comment-previews' | 'pages',
  invalidations: Invalidations,
  max: number,
  size?: { most: number; of: (value: Value) => number },
): Cache<Value> {
  const keysById = new Map<string, Set<string>>()
  const forget = ({ about }: Entry<Value>, key: string) => {
    for (const id of about) {
      const keys = keysById.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysById.delete(id)
    }
  }
  const entries = new LRUCache<string, Entry<Value>>({
    max,
    dispose: forget,
    ...(size && { maxSize: size.most, sizeCalculation: ({ value }: Entry<Value>) => size.of(value) }),
  })
  let [hits, misses] = [0, 0]
  readHits(() => hits, name)
  readMisses(() => misses, name)
  readEntries(() => entries.size, name)
  if (size) readBytes(() => entries.calculatedSize, name)
  let [count, oldestKnownChange] = [0, 0]
  const changedAt = new Map<string, number>()
  invalidations.onChange((changed) => {
    count += 1
    if (!changed || changedAt.size + changed.size > MAX_CHANGES) {
      changedAt.clear()
      oldestKnownChange = count
    }
    if (!changed) return entries.clear()
    for (const id of changed) {
      changedAt.set(id, count)
      for (const key of [...(keysById.get(id) ?? [])]) entries.delete(key)
    }
  })
  return {
    get: (key, isGood = () => true) => {
      const value = entries.get(key)?.value
      const found = value !== undefined && isGood(value)
      if (found) hits++
      else misses++
      return found ? value : undefined
    },
    reading: () => {
      const countAtStart = count
      return (key, value, about) => {
        if (countAtStart < oldestKnownChange || about.some((id) => (changedAt.get(id) ?? 0) > countAtStart)) return
        entries.set(key, { value, about })
        if (!entries.has(key)) return // the value is larger than the cache
        for (const id of about) {
          const keys = keysById.get(id) ?? new Set()
          keysById.set(id, keys.add(key))
        }
      }
    },
  }
}
