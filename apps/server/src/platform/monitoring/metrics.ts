/** A series of a metric. `labels` are in the order of the label names. A histogram has several `values`. */
export type Series = { labels: string[]; values: number[] }

/**
 * A metric of one process, or its sum over processes. The `values` of a histogram are one count for each bucket (not
 * cumulative), the count of observations above the last bucket, and the sum of all observations.
 */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  labelNames: string[]
  buckets: number[]
  series: Series[]
}

type MetricDescription = Omit<Metric, 'series'>

// Maximum number of series. Series are never removed. Labels come from closed lists, so only a bug can reach the limit.
const MAX_SERIES = 5_000
const OTHER = 'other'

const registered = new Map<string, () => Metric>()
const resetters = new Set<() => void>()

export const resetMetrics = () => resetters.forEach((reset) => reset())

function register(description: MetricDescription, series: () => Series[]) {
  if (registered.has(description.name)) throw new Error(`There is a metric ${description.name} already.`)
  registered.set(description.name, () => ({ ...description, series: series() }))
}

function createSeriesMap({ labelNames, type, buckets }: MetricDescription, known: readonly string[][]) {
  const all = new Map<string, Series>()
  const create = (labels: string[], key: string): Series => {
    if (all.size >= MAX_SERIES && !labels.every((label) => label === OTHER)) return of(labelNames.map(() => OTHER))
    const created = { labels, values: Array.from({ length: type === 'histogram' ? buckets.length + 2 : 1 }, () => 0) }
    all.set(key, created)
    return created
  }
  const of = (labels: string[]): Series => {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n')
    return all.get(key) ?? create(labels, key)
  }
  const reset = () => {
    all.clear()
    // Series start at 0, because Prometheus detects no increase in a series that first appears with the value 1.
    for (const labels of labelNames.length === 0 ? [[]] : known) of(labels)
  }
  reset()
  resetters.add(reset)
  return { of, all: () => [...all.values()] }
}

/** Registers a counter (`…_total`) and returns its increment function. `known` series start at 0, for alerts. */
export function counter(name: string, help: string, labelNames: string[] = [], known: string[][] = []) {
  const description: MetricDescription = { name, help, type: 'counter', labelNames, buckets: [] }
  const series = createSeriesMap(description, known)
  register(description, series.all)
  return (...labels: string[]) => {
    const { values } = series.of(labels)
    values[0] = (values[0] ?? 0) + 1
  }
}

/** Registers a histogram of seconds or bytes with these upper bounds. Returns a function that records a value. */
export function histogram(name: string, help: string, labelNames: string[], buckets: number[], known: string[][] = []) {
  const description: MetricDescription = { name, help, type: 'histogram', labelNames, buckets }
  const series = createSeriesMap(description, known)
  register(description, series.all)
  return (value: number, ...labels: string[]) => {
    const { values } = series.of(labels)
    let at = 0
    while (at < buckets.length && value > (buckets[at] ?? 0)) at++
    values[at] = (values[at] ?? 0) + 1
    values[buckets.length + 1] = (values[buckets.length + 1] ?? 0) + value
  }
}

/** Registers a metric that sums the values of its readers per label. Returns a function that adds a reader. */
export function observableMetric(type: 'counter' | 'gauge', name: string, help: string, labelNames: string[] = []) {
  const reads = new Set<() => Series>()
  register({ name, help, type, labelNames, buckets: [] }, () => sumSeries([...reads].map((read) => read())))
  return (read: () => number, ...labels: string[]): (() => void) => {
    const readSeries = () => ({ labels, values: [read()] })
    reads.add(readSeries)
    return () => void reads.delete(readSeries)
  }
}

/** Returns a gauge without labels. It has no series if the value is undefined. */
export const gauge = (name: string, help: string, value: number | undefined): Metric => ({
  name,
  help,
  type: 'gauge',
  labelNames: [],
  buckets: [],
  series: value === undefined ? [] : [{ labels: [], values: [value] }],
})

/** Starts a stopwatch. Returns a function that returns the seconds since then. */
export function startStopwatch(): () => number {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1000
}

export const readAppMetrics = (): Metric[] => [...registered.values()].map((read) => read())

function sumSeries(series: readonly Series[]): Series[] {
  const sums = new Map<string, Series>()
  for (const { labels, values } of series) {
    const key = labels.join('\n')
    const known = sums.get(key)
    if (known) known.values = known.values.map((value, at) => value + (values[at] ?? 0))
    else sums.set(key, { labels, values })
  }
  return [...sums.values()]
}

export function sumMetrics(processes: readonly (readonly Metric[])[]): Metric[] {
  const byName = new Map<string, Metric[]>()
  for (const metric of processes.flat()) byName.set(metric.name, [...(byName.get(metric.name) ?? []), metric])
  return [...byName.values()].flatMap(([first, ...others]) =>
    first ? { ...first, series: sumSeries([first, ...others].flatMap(({ series }) => series)) } : [],
  )
}
