import type { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TraceIds } from './trace-ids.ts'

/** The route's pattern, never the address: that may hold a secret. Nor is a stranger's `traceparent` believed. */
function spanOf(tracer: Tracer, ids: TraceIds, { method, routeOptions, id }: FastifyRequest): Span {
  const route = routeOptions.url ?? '-'
  const attributes = { 'http.request.method': method, 'http.route': route, 'pawtrait.request_id': id }
  const options = { kind: SpanKind.SERVER, attributes }
  return ids.of(id, () => tracer.startSpan(`${method} ${route}`, options, ROOT_CONTEXT))
}

/** A span for each request of the servers that are made from now on. Gives the way to stop following new ones. */
export function traceRequests(tracer: Tracer, ids: TraceIds, current: AsyncLocalStorage<Span>): () => void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const follow = (fastify: FastifyInstance) => {
    fastify.addHook('onRequest', (request, _reply, done) => {
      spans.set(request, spanOf(tracer, ids, request))
      done()
    })
    // Here and not before: a body comes by events of the socket, which know nothing of the request.
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
  // As Fastify says it of each instance that it makes.
  const hear = (told: unknown) => follow((told as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', hear)
  return () => void unsubscribe('fastify.initialization', hear)
}
