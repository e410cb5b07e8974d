import { collectDefaultMetrics, register } from 'prom-client'
import type { Metric, Series } from './metrics.ts'

// Node's own (memory, CPU, event loop, garbage) say which process they are of: the sum of two event loops is none.
collectDefaultMetrics({ labels: { pid: String(process.pid) } })

type Sample = { metricName?: string; labels: Partial<Record<string, string | number>>; value: number }
type Told = { name: string; help: string; type: string; values: Sample[] }

/** What Node says of this process, in a form that can be sent to another. */
export const nodeMetrics = async (): Promise<Told[]> => {
  // Its declared type leaves out the values, which every one of its metrics has.
  const told = (await register.getMetricsAsJSON()) as unknown as Told[]
  return told.map(({ name, help, type, values }) => ({ name, help, type, values }))
}

export type NodeMetrics = Awaited<ReturnType<typeof nodeMetrics>>

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const number = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'

function line({ name, labels, value }: { name: string; labels: Sample['labels']; value: number }) {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number(value)}\n`
}

const block = ({ name, help, type, values }: Told) =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${values
    .map(({ metricName = name, labels, value }) => line({ name: metricName, labels, value }))
    .join('')}`

/** The lines of a histogram's series: buckets are cumulative in the text. */
function bucketSamples({ name, buckets }: Metric, labels: Sample['labels'], { values }: Series): Sample[] {
  let count = 0
  const samples = [...buckets, Number.POSITIVE_INFINITY].map((bound, at) => {
    count += values[at] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le: number(bound) }, value: count }
  })
  return [
    ...samples,
    { metricName: `${name}_sum`, labels, value: values.at(-1) ?? 0 },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

function told(metric: Metric): Told {
  const { name, help, type, labelNames, series } = metric
  const values = series.flatMap((one) => {
    const labels = Object.fromEntries(labelNames.map((label, at) => [label, one.labels[at] ?? '']))
    return type === 'histogram' ? bucketSamples(metric, labels, one) : { labels, value: one.values[0] ?? 0 }
  })
  return { name, help, type, values }
}

/** Prometheus' text format 0.0.4: what the app has counted, and below it what Node says of each process. */
export function metricsText(own: readonly Metric[], node: readonly NodeMetrics[]): string {
  const byName = new Map<string, Told>()
  for (const one of node.flat()) {
    const known = byName.get(one.name)
    byName.set(one.name, { ...one, values: [...(known?.values ?? []), ...one.values] })
  }
  return [...own.map(told), ...byName.values()].map(block).join('')
}
