/** A series' label values, in the order of the metric's names, and what was counted; of a histogram: see `Metric`. */
export type Series = { labels: string[]; values: number[] }

/**
 * A metric as one process has counted it. A series of a histogram has a number for each bucket and one for what is
 * above them all, not cumulative, and at the end the sum.
 */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  labelNames: string[]
  buckets: number[]
  series: Series[]
}

type Described = Omit<Metric, 'series'>

// Each is kept for ever. Labels come from closed lists; were one not, what comes later is counted together.
const MOST_SERIES = 5_000
const OTHER = 'other'

const registered = new Map<string, () => Metric>()
const beginAll = new Set<() => void>()

/** Counts anew from nothing, as a process that starts: in tests one process is many apps, one after the other. */
export const forgetCounts = () => beginAll.forEach((begin) => begin())

function register(described: Described, series: () => Series[]) {
  if (registered.has(described.name)) throw new Error(`There is a metric ${described.name} already.`)
  registered.set(described.name, () => ({ ...described, series: series() }))
}

/** Series by their labels, each made when it is first counted. */
function seriesOf({ labelNames, type, buckets }: Described, known: readonly string[][]) {
  const all = new Map<string, Series>()
  const made = (labels: string[], key: string): Series => {
    if (all.size >= MOST_SERIES && !labels.every((label) => label === OTHER)) return of(labelNames.map(() => OTHER))
    const one = { labels, values: Array.from({ length: type === 'histogram' ? buckets.length + 2 : 1 }, () => 0) }
    all.set(key, one)
    return one
  }
  const of = (labels: string[]): Series => {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n')
    return all.get(key) ?? made(labels, key)
  }
  const begin = () => {
    all.clear()
    // Told before anything was counted: what first appears as 1 is no increase to whoever looks only then.
    for (const labels of labelNames.length === 0 ? [[]] : known) of(labels)
  }
  begin()
  beginAll.add(begin)
  return { of, all: () => [...all.values()] }
}

/**
 * Counts up from the start of the process; a label's value for each name. The name ends in `_total`. `known`: labels of
 * series that alarms wait for.
 */
export function counter(name: string, help: string, labelNames: string[] = [], known: string[][] = []) {
  const described: Described = { name, help, type: 'counter', labelNames, buckets: [] }
  const series = seriesOf(described, known)
  register(described, series.all)
  return (...labels: string[]) => {
    const { values } = series.of(labels)
    values[0] = (values[0] ?? 0) + 1
  }
}

/** Counts values, seconds or bytes, by the upper bounds that they lie below. `known`: as of a counter. */
export function histogram(name: string, help: string, labelNames: string[], buckets: number[], known: string[][] = []) {
  const described: Described = { name, help, type: 'histogram', labelNames, buckets }
  const series = seriesOf(described, known)
  register(described, series.all)
  return (value: number, ...labels: string[]) => {
    const { values } = series.of(labels)
    let at = 0
    while (at < buckets.length && value > (buckets[at] ?? 0)) at++
    values[at] = (values[at] ?? 0) + 1
    values[buckets.length + 1] = (values[buckets.length + 1] ?? 0) + value
  }
}

/**
 * What is looked up when metrics are asked for, and costs nothing until then. What several read under the same labels
 * is added up; each gives the way to end it.
 */
export function readMetric(type: 'counter' | 'gauge', name: string, help: string, labelNames: string[] = []) {
  const reads = new Set<() => Series>()
  register({ name, help, type, labelNames, buckets: [] }, () => added([...reads].map((read) => read())))
  return (read: () => number, ...labels: string[]): (() => void) => {
    const one = () => ({ labels, values: [read()] })
    reads.add(one)
    return () => void reads.delete(one)
  }
}

/** Gauge with one current value and no labels; no series when the value is undefined. */
export const gauge = (name: string, help: string, value: number | undefined): Metric => ({
  name,
  help,
  type: 'gauge',
  labelNames: [],
  buckets: [],
  series: value === undefined ? [] : [{ labels: [], values: [value] }],
})

/** Starts to measure a time; gives how many seconds have passed, whenever asked. */
export function stopwatch(): () => number {
  const from = performance.now()
  return () => (performance.now() - from) / 1000
}

/** All that this process has counted so far. */
export const ownMetrics = (): Metric[] => [...registered.values()].map((read) => read())

function added(series: readonly Series[]): Series[] {
  const sums = new Map<string, Series>()
  for (const { labels, values } of series) {
    const key = labels.join('\n')
    const known = sums.get(key)
    if (known) known.values = known.values.map((value, at) => value + (values[at] ?? 0))
    else sums.set(key, { labels, values })
  }
  return [...sums.values()]
}

/** The metrics of several processes as those of one. */
export function addedMetrics(processes: readonly (readonly Metric[])[]): Metric[] {
  const byName = new Map<string, Metric[]>()
  for (const metric of processes.flat()) byName.set(metric.name, [...(byName.get(metric.name) ?? []), metric])
  return [...byName.values()].flatMap(([first, ...others]) =>
    first ? { ...first, series: added([first, ...others].flatMap(({ series }) => series)) } : [],
  )
}
