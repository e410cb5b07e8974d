import { collectDefaultMetrics, Histogram, register } from 'prom-client'

collectDefaultMetrics()

/** Prometheus text: process, event loop, memory, and what the app observes. */
export const metricsText = () => register.metrics()

/** A histogram under this name, made once. Labels must come from closed lists: each combination is kept for ever. */
export const histogram = (name: string, help: string, labelNames: string[], buckets: number[]): Histogram =>
  // Whatever stands under the name was made here.
  (register.getSingleMetric(name) as Histogram | undefined) ?? new Histogram({ name, help, labelNames, buckets })
