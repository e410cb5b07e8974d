import type { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { TraceIds } from './trace-ids.ts'
import { type TracedWork, tracedWork } from './traced.ts'

const kinds = { inside: SpanKind.INTERNAL, database: SpanKind.CLIENT, outside: SpanKind.CLIENT }

/** A span for all that is `traced`, below the one it is done in. Gives the way to stop. */
export function traceWork(tracer: Tracer, ids: TraceIds, current: AsyncLocalStorage<Span>): () => void {
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
