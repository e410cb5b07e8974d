import type { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TraceIds } from './trace-ids.ts'

// Starts a span, named by its route, as a URL may contain a secret. Ignores `traceparent`, which clients can forge.
function startRequestSpan(tracer: Tracer, ids: TraceIds, { method, routeOptions, id }: FastifyRequest): Span {
  const route = routeOptions.url ?? '-'
  const attributes = { 'http.request.method': method, 'http.route': route, 'pawtrait.request_id': id }
  const options = { kind: SpanKind.SERVER, attributes }
  return ids.of(id, () => tracer.startSpan(`${method} ${route}`, options, ROOT_CONTEXT))
}

/** Creates a span for each request to servers that are created later. Returns a function that stops tracing. */
export function traceRequests(tracer: Tracer, ids: TraceIds, current: AsyncLocalStorage<Span>): () => void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const follow = (fastify: FastifyInstance) => {
    fastify.addHook('onRequest', (request, _reply, done) => {
      spans.set(request, startRequestSpan(tracer, ids, request))
      done()
    })
    // Sets the async context after the body was read, because socket events deliver the body outside that context.
    fastify.addHook('preHandler', (request, _reply, done) => {
      const span = spans.get(request)
      if (span) current.run(span, done)
      else done()
    })
    fastify.addHook('onResponse', (request, { statusCode }, done) => {
      const span = spans.get(request)?.setAttribute('http.response.status_code', statusCode)
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
      done()
    })
  }
  const onServer = (message: unknown) => follow((message as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', onServer)
  return () => void unsubscribe('fastify.initialization', onServer)
}
