import { collectDefaultMetrics, register } from 'prom-client'
import type { Metric, Series } from './metrics.ts'

// Node's metrics have a label for the process, because a sum over processes would be meaningless.
collectDefaultMetrics({ labels: { pid: String(process.pid) } })

type Sample = { metricName?: string; labels: Partial<Record<string, string | number>>; value: number }
type ExposedMetric = { name: string; help: string; type: string; values: Sample[] }

export const readNodeMetrics = async (): Promise<ExposedMetric[]> => {
  // The cast adds `values`. Every metric has this field, but the type of prom-client lacks it.
  const metrics = (await register.getMetricsAsJSON()) as unknown as ExposedMetric[]
  return metrics.map(({ name, help, type, values }) => ({ name, help, type, values }))
}

export type NodeMetrics = Awaited<ReturnType<typeof readNodeMetrics>>

const escapeText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const formatNumber = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'

function formatLine({ name, labels, value }: { name: string; labels: Sample['labels']; value: number }) {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${formatNumber(value)}\n`
}

const formatMetric = ({ name, help, type, values }: ExposedMetric) =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${values
    .map(({ metricName = name, labels, value }) => formatLine({ name: metricName, labels, value }))
    .join('')}`

/** Returns the samples of one series of a histogram. In the text format, buckets are cumulative. */
function bucketSamples({ name, buckets }: Metric, labels: Sample['labels'], { values }: Series): Sample[] {
  let count = 0
  const samples = [...buckets, Number.POSITIVE_INFINITY].map((bound, at) => {
    count += values[at] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le: formatNumber(bound) }, value: count }
  })
  return [
    ...samples,
    { metricName: `${name}_sum`, labels, value: values.at(-1) ?? 0 },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

function exposeMetric(metric: Metric): ExposedMetric {
  const { name, help, type, labelNames, series } = metric
  const values = series.flatMap((single) => {
    const labels = Object.fromEntries(labelNames.map((label, at) => [label, single.labels[at] ?? '']))
    return type === 'histogram' ? bucketSamples(metric, labels, single) : { labels, value: single.values[0] ?? 0 }
  })
  return { name, help, type, values }
}

/** Formats metrics as Prometheus text 0.0.4. The app's own metrics come first, then Node's metrics per process. */
export function formatMetrics(own: readonly Metric[], node: readonly NodeMetrics[]): string {
  const byName = new Map<string, ExposedMetric>()
  for (const metric of node.flat()) {
    const known = byName.get(metric.name)
    byName.set(metric.name, { ...metric, values: [...(known?.values ?? []), ...metric.values] })
  }
  return [...own.map(exposeMetric), ...byName.values()].map(formatMetric).join('')
}
