import { collectDefaultMetrics, register } from 'prom-client'

collectDefaultMetrics()

/** Prometheus text: process, event loop, memory. */
export const metricsText = () => register.metrics()
