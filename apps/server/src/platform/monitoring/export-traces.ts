import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { inTime } from '#platform/process/in-time.ts'
import { traceIds } from './trace-ids.ts'
import { traceRequests } from './trace-requests.ts'
import { traceWork } from './trace-work.ts'

// Our longest statements have thousands of characters; the beginning tells which it is.
const LONGEST_TEXT = 2_000

// A collector that is away holds up nobody's end.
const FLUSH_MS = 2_000

const resource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'pawtrait' }))
    .merge(detectResources({ detectors: [envDetector] }))

/**
 * Traces requests and all that is `traced`, and sends it to an OpenTelemetry collector, whose address and headers the
 * library reads from OTEL_EXPORTER_OTLP_*. What cannot be sent is dropped, never waited for.
 * @param share how much of the requests, 0 to 1
 * @returns how to stop; what was gathered is sent before
 */
export function exportTraces(share: number): () => Promise<void> {
  const ids = traceIds()
  const provider = new TracerProvider({
    idGenerator: ids.generator,
    resource: resource(),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_TEXT },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('pawtrait')
  const current = new AsyncLocalStorage<Span>()
  const ends = [traceRequests(tracer, ids, current), traceWork(tracer, ids, current)]
  return async () => {
    for (const end of ends) end()
    await inTime(
      provider.shutdown().catch(() => {}),
      FLUSH_MS,
    )
  }
}
