import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

collectDefaultMetrics()

/** Prometheus text: process, event loop, memory, and what the app observes. */
export const metricsText = () => register.metrics()

/** A histogram under this name, made once. Labels must come from closed lists: each combination is kept for ever. */
export const histogram = (name: string, help: string, labelNames: string[], buckets: number[]): Histogram =>
  // Whatever stands under the name was made here.
  (register.getSingleMetric(name) as Histogram | undefined) ?? new Histogram({ name, help, labelNames, buckets })

/** Says what a number is right now, under this name. */
export function setGauge(name: string, help: string, value: number) {
  // Whatever stands under the name was made here.
  const gauge = (register.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help })
  gauge.set(value)
}
