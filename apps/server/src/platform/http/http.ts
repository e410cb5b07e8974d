import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Deps } from '#platform/context.ts'
import { truncateIp } from '#platform/monitoring/log.ts'
import { histogram } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import { enableGracefulShutdown } from '#platform/process/graceful-shutdown.ts'
import { guardOrigins } from '#platform/security/origin.ts'
import { compressJson } from './compress.ts'
import { drainUnreadBodies, hasEarlyResponse } from './drain-body.ts'
import { addSecurityHeaders, securityHeaders } from './headers.ts'
import { hasDuplicateKeys, hasTooManyItems } from './json-body.ts'
import { hasLongBody } from './long-body.ts'
import { toProblem } from './to-problem.ts'

const observeRequest = histogram(
  'http_request_duration_seconds',
  'Duration of requests, from the last header received to the last byte sent; streams end when the reader disconnects',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)

/** Parses JSON bodies. Refuses duplicate keys, keys such as `__proto__`, and lists with too many items. */
function registerJsonParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'remove')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    // The parser's type allows a promise, but the parser never returns one, so no await is needed.
    void parse(request, text, (error, value) => {
      if (error) return done(error, undefined)
      if (hasDuplicateKeys(text))
        return done(new Problem('bad-request', 'The body names the same thing twice.'), undefined)
      if (hasTooManyItems(value)) return done(new Problem('validation-failed', 'A list has too many items.'), undefined)
      return done(null, value)
    })
  })
}

// Node's error codes for a request that arrived too slowly or was cut off.
const timeoutCodes = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_INVALID_EOF_STATE'])

/** Responds to requests that no route or hook sees: they are malformed, too slow, or have too large headers. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return
  if (hasEarlyResponse(socket)) return void socket.destroy()
  const problem = timeoutCodes.has(error.code ?? '')
    ? new Problem('request-timeout', 'The request did not arrive in time.')
    : new Problem('bad-request', 'The request could not be read.')
  const body = JSON.stringify(problem.body(randomUUID()))
  // STATUS_CODES is not imported from node:http, because that import loads Node's fetch and slows the start.
  const status = problem.status === 408 ? '408 Request Timeout' : '400 Bad Request'
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/problem+json', 'connection: close']
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Throws if a route has a Fastify schema, because endpoints have their own validators and serialisers (`serve.ts`). */
const ownCompilers = { buildValidator: refuseRouteSchema, buildSerializer: refuseRouteSchema }

function refuseRouteSchema(): never {
  throw new Error('A route defines its own schema. Serve it from the contract instead.')
}

// Sets the method of an upload from `X-HTTP-Method-Override` (tus 1.0), as some proxies refuse PATCH and DELETE.
function overrideMethod(request: IncomingMessage): string {
  const { url = '/', headers } = request
  const override = String(headers['x-http-method-override'] ?? '').toUpperCase()
  const isUpload = request.method === 'POST' && url.startsWith('/api/uploads/')
  if (isUpload && (override === 'PATCH' || override === 'DELETE')) request.method = override
  return url
}

export async function createHttpServer({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<FastifyInstance> {
  const fastify = Fastify({
    // With Fastify's longer time limits, 500 slow connections were still open after 25 s.
    requestTimeout: 10_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    maxRequestsPerSocket: 1_000,
    bodyLimit: 64 * 1024,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: overrideMethod,
    schemaController: { compilersFactory: ownCompilers },
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: refuseUnreadable,
    // Handles invalid URLs. They match no route, so no hook sets the security headers.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config))
      // A path parameter that exceeds Fastify's length limit gives 404, because no name or id is that long.
      const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      const problem = isTooLong
        ? new Problem('not-found', 'There is nothing here.')
        : new Problem('bad-request', 'The address could not be read.')
      sendProblem(problem, request, reply)
    },
  })
  fastify.server.maxConnections = 10_000
  enableGracefulShutdown(fastify)
  drainUnreadBodies(fastify.server)
  fastify.removeContentTypeParser('text/plain')
  registerJsonParser(fastify)
  await fastify.register(cookie)
  addSecurityHeaders(fastify, config)
  compressJson(fastify)
  guardOrigins(fastify, config)
  fastify.setErrorHandler((error, request, reply) => {
    const { id: requestId, routeOptions } = request
    sendProblem(toProblem(error, log, { requestId, route: routeOptions.url }), request, reply)
  })
  fastify.setNotFoundHandler((request, reply) => {
    sendProblem(new Problem('not-found', 'There is nothing here.'), request, reply)
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id, ip } = request
    // Logs the pattern of the route. The URL itself may contain one-time secrets.
    const route = routeOptions.url ?? '-'
    observeRequest(reply.elapsedTime / 1000, method, route, String(reply.statusCode))
    const fields = {
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: id,
    }
    log.info('request', { ...fields, ip: truncateIp(ip) })
    done()
  })
  return fastify
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const retryAfter = problem.extra.retryAfterSeconds
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // The rest of the late request may still arrive, so the connection must be closed.
  if (problem.code === 'request-timeout') reply.header('connection', 'close')
  reply.header('cache-control', 'no-store')
  reply
    .status(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem.body(request.id))
}
