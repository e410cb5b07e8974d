import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Deps } from '#platform/context.ts'
import { truncateIp } from '#platform/monitoring/log.ts'
import { histogram } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import { shutDownGracefully } from '#platform/process/graceful-shutdown.ts'
import { guardOrigins } from '#platform/security/origin.ts'
import { asProblem } from './as-problem.ts'
import { compressJson } from './compress.ts'
import { drainUnreadBodies, hasEarlyAnswer } from './drain-body.ts'
import { safeHeaders, setHeaders } from './headers.ts'
import { hasDuplicateKeys, hasTooManyItems } from './json-body.ts'
import { hasLongBody } from './long-body.ts'

const observeRequest = histogram(
  'http_request_duration_seconds',
  'Requests answered, from the last header received to the last byte handed over; a stream ends when its reader goes',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)

/** Parses JSON bodies; refuses dangerous keys, duplicate keys and lists with too many items. */
function strictJson(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'remove')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    // The declared type promises a promise as well; this parser only ever calls back.
    void parse(request, text, (error, value) => {
      if (error) return done(error, undefined)
      if (hasDuplicateKeys(text))
        return done(new Problem('bad-request', 'The body names the same thing twice.'), undefined)
      if (hasTooManyItems(value)) return done(new Problem('validation-failed', 'A list has too many items.'), undefined)
      return done(null, value)
    })
  })
}

// Too slow, or ended by the other side before its end.
const brokenOff = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_INVALID_EOF_STATE'])

/** Refuses a request that is not HTTP, is too slow or has endless headers: no route and no hook sees it. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return
  if (hasEarlyAnswer(socket)) return void socket.destroy()
  const problem = brokenOff.has(error.code ?? '')
    ? new Problem('request-timeout', 'The request did not arrive in time.')
    : new Problem('bad-request', 'The request could not be read.')
  const body = JSON.stringify(problem.body(randomUUID()))
  // Importing STATUS_CODES from node:http would load Node's fetch, which a start does without.
  const status = problem.status === 408 ? '408 Request Timeout' : '400 Bad Request'
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/problem+json', 'connection: close']
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Endpoints bring what reads and writes them (`serve.ts`); Fastify's own compilers are not even loaded. */
const ownCompilers = { buildValidator: notAsked, buildSerializer: notAsked }

function notAsked(): never {
  throw new Error('A route has a schema of its own: serve it from the contract.')
}

/** A Fastify instance with our limits, envelope, headers and log; no route yet. */
export async function httpServer({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<FastifyInstance> {
  const fastify = Fastify({
    // security.md §3.4: Fastify's own values left 500 slow connections open after 25 s.
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
    schemaController: { compilersFactory: ownCompilers },
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: refuseUnreadable,
    // Addresses that fit no route at all meet no hook either.
    frameworkErrors: (error, request, reply) => {
      reply.headers(safeHeaders(config))
      // Longer than any name or id there is.
      const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      const problem = isTooLong
        ? new Problem('not-found', 'There is nothing here.')
        : new Problem('bad-request', 'The address could not be read.')
      sendProblem(problem, request, reply)
    },
  })
  fastify.server.maxConnections = 10_000
  shutDownGracefully(fastify)
  drainUnreadBodies(fastify.server)
  fastify.removeContentTypeParser('text/plain')
  strictJson(fastify)
  await fastify.register(cookie)
  setHeaders(fastify, config)
  compressJson(fastify)
  guardOrigins(fastify, config)
  fastify.setErrorHandler((error, request, reply) => {
    const { id: requestId, routeOptions } = request
    sendProblem(asProblem(error, log, { requestId, route: routeOptions.url }), request, reply)
  })
  fastify.setNotFoundHandler((request, reply) => {
    sendProblem(new Problem('not-found', 'There is nothing here.'), request, reply)
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id, ip } = request
    // The route's pattern, never the address: addresses may hold one-time secrets.
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
  const wait = problem.extra.retryAfterSeconds
  if (wait !== undefined) reply.header('retry-after', String(wait))
  // The rest of the body may still be on its way: nothing else can be read from this connection.
  if (problem.code === 'request-timeout') reply.header('connection', 'close')
  reply.header('cache-control', 'no-store')
  reply
    .status(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem.body(request.id))
}
