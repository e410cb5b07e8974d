import { expect, it } from 'vitest'
import { counter, histogram, type Metric, observableMetric, readAppMetrics, sumMetrics } from './metrics.ts'
import { formatMetrics } from './metrics-text.ts'

const own = (name: string): Metric => {
  const found = readAppMetrics().find((metric) => metric.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const textOf = (...metrics: Metric[]) => formatMetrics(metrics, []).split('\n').filter(Boolean)

it('formatMetrics writes counters with escaped labels, and unused counters as 0', () => {
  const count = counter('tried_total', 'How often', ['way'])
  counter('never_total', 'Never')
  count('by\nnight "and" \\ day')
  count('by day')
  count('by day')
  expect(textOf(own('tried_total'), own('never_total'))).toEqual([
    '# HELP tried_total How often',
    '# TYPE tried_total counter',
    'tried_total{way="by\\nnight \\"and\\" \\\\ day"} 1',
    'tried_total{way="by day"} 2',
    '# HELP never_total Never',
    '# TYPE never_total counter',
    'never_total 0',
  ])
})

it('formatMetrics writes cumulative histogram buckets that include their upper bound', () => {
  const observe = histogram('took_seconds', 'How long', ['what'], [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 1, 7]) observe(value, 'walk')
  expect(textOf(own('took_seconds')).slice(2)).toEqual([
    'took_seconds_bucket{what="walk",le="0.1"} 2',
    'took_seconds_bucket{what="walk",le="1"} 4',
    'took_seconds_bucket{what="walk",le="+Inf"} 5',
    'took_seconds_sum{what="walk"} 8.65',
    'took_seconds_count{what="walk"} 5',
  ])
})

it('observableMetric sums the values of all readers of a label, except removed readers', () => {
  const read = observableMetric('gauge', 'bowls', 'Full ones', ['room'])
  const end = read(() => 2, 'kitchen')
  read(() => 3, 'kitchen')
  expect(own('bowls').series).toEqual([{ labels: ['kitchen'], values: [5] }])
  end()
  expect(own('bowls').series).toEqual([{ labels: ['kitchen'], values: [3] }])
})

it('sumMetrics sums series with the same labels, and includes series that only one process has', () => {
  const first = { ...own('took_seconds'), series: [{ labels: ['walk'], values: [1, 0, 2, 9] }] }
  const second = {
    ...first,
    series: [
      { labels: ['walk'], values: [1, 1, 0, 0.5] },
      { labels: ['run'], values: [1, 0, 0, 0.1] },
    ],
  }
  const [sum] = sumMetrics([[first], [second]])
  expect(sum?.series).toEqual([
    { labels: ['walk'], values: [2, 1, 2, 9.5] },
    { labels: ['run'], values: [1, 0, 0, 0.1] },
  ])
})

it('counter counts new labels as "other" when it has 5,000 series', () => {
  const count = counter('endless_total', 'Whatever', ['word', 'number'])
  for (let n = 0; n < 6_000; n++) count('a', String(n))
  const { series } = own('endless_total')
  expect(series).toHaveLength(5_001)
  expect(series.at(-1)).toEqual({ labels: ['other', 'other'], values: [1_000] })
})

it('counter throws when another counter has the same name', () => {
  counter('once_total', 'Once')
  expect(() => counter('once_total', 'Twice')).toThrow('once_total')
})
