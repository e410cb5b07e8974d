import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { inTime } from '#platform/process/in-time.ts'
import { type TraceIds, traceIds } from './trace-ids.ts'
import { traceRequests } from './trace-requests.ts'
import { type TracedWork, tracedWork } from './traced.ts'

const kinds = { inside: SpanKind.INTERNAL, database: SpanKind.CLIENT, outside: SpanKind.CLIENT }

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

/** A span for all that is `traced`, below the one it is done in. Gives the way to stop. */
function traceWork(tracer: Tracer, ids: TraceIds, current: AsyncLocalStorage<Span>): () => void {
  const spans = new WeakMap<TracedWork, Span>()
  const began = (work: TracedWork): Span | undefined => {
    const { where, name, attributes = {}, requestId } = work
    const parent = current.getStore()
    // Nobody's: those that look for jobs and events, each second.
    if (!parent && where === 'database') return undefined
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = ids.of(requestId, () => tracer.startSpan(name, { kind: kinds[where], attributes }, context))
    spans.set(work, span)
    return span
  }
  // Its name alone: a message may hold what somebody wrote.
  const failed = (work: TracedWork & { error: unknown }) =>
    spans
      .get(work)
      ?.setAttribute('error.type', work.error instanceof Error ? work.error.name : 'unknown')
      .setStatus({ code: SpanStatusCode.ERROR })
  const ended = (work: TracedWork) => spans.get(work)?.end()
  tracedWork.start.bindStore(current, began)
  tracedWork.error.subscribe(failed as (message: unknown) => void)
  tracedWork.asyncEnd.subscribe(ended as (message: unknown) => void)
  return () => {
    tracedWork.start.unbindStore(current)
    tracedWork.error.unsubscribe(failed as (message: unknown) => void)
    tracedWork.asyncEnd.unsubscribe(ended as (message: unknown) => void)
  }
}
