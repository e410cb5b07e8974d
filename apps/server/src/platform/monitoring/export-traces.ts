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
import { withTimeout } from '#platform/process/with-timeout.ts'
import { type TracedWork, traceChannel } from './trace-channel.ts'
import { createTraceIds, type TraceIds } from './trace-ids.ts'
import { traceRequests } from './trace-requests.ts'

const kinds = { inside: SpanKind.INTERNAL, database: SpanKind.CLIENT, outside: SpanKind.CLIENT }

// Maximum length of an SQL text in a trace. Longer texts are cut. Their beginning identifies the statement.
const LONGEST_TEXT = 2_000

// Time limit for sending the last spans. An unreachable collector must not delay the shutdown.
const FLUSH_MS = 2_000

const resource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'pawtrait' }))
    .merge(detectResources({ detectors: [envDetector] }))

/**
 * Sends spans of requests and traced work to an OpenTelemetry collector, set by OTEL_EXPORTER_OTLP_ variables. Drops
 * spans that cannot be sent. `share` is the fraction of traced requests, 0 to 1. Returns a function that flushes and
 * stops.
 */
export function exportTraces(share: number): () => Promise<void> {
  const ids = createTraceIds()
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
    await withTimeout(
      provider.shutdown().catch(() => {}),
      FLUSH_MS,
    )
  }
}

/** Creates a child span of the current span for each `TracedWork`. Returns a function that stops tracing. */
function traceWork(tracer: Tracer, ids: TraceIds, current: AsyncLocalStorage<Span>): () => void {
  const spans = new WeakMap<TracedWork, Span>()
  const startSpan = (work: TracedWork): Span | undefined => {
    const { where, name, attributes = {}, requestId } = work
    const parent = current.getStore()
    // Skips statements outside requests, jobs and events. Such statements only poll for jobs and events.
    if (!parent && where === 'database') return undefined
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = ids.of(requestId, () => tracer.startSpan(name, { kind: kinds[where], attributes }, context))
    spans.set(work, span)
    return span
  }
  // Records only the name of the error, because its message may contain user input.
  const recordError = (work: TracedWork & { error: unknown }) =>
    spans
      .get(work)
      ?.setAttribute('error.type', work.error instanceof Error ? work.error.name : 'unknown')
      .setStatus({ code: SpanStatusCode.ERROR })
  const endSpan = (work: TracedWork) => spans.get(work)?.end()
  traceChannel.start.bindStore(current, startSpan)
  traceChannel.error.subscribe(recordError as (message: unknown) => void)
  traceChannel.asyncEnd.subscribe(endSpan as (message: unknown) => void)
  return () => {
    traceChannel.start.unbindStore(current)
    traceChannel.error.unsubscribe(recordError as (message: unknown) => void)
    traceChannel.asyncEnd.unsubscribe(endSpan as (message: unknown) => void)
  }
}
