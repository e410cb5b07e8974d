import type { Answer, Auth, Endpoint, Received } from '@pawtrait/contract/endpoint.ts'
import type { FieldError } from '@pawtrait/contract/errors.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { VIEWER_HEADER } from '@pawtrait/contract/viewer-header.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { type Caller, type Context, contextOf, type Deps, type UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import type { ReadYourWrites } from '#platform/replicas/read-your-writes.ts'
import { refuseOtherViewer } from '#platform/security/same-viewer.ts'
import { answerSerializer, type Serializer } from './answer-serializer.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { type LoadShedder, loadShedder } from './load-shedding.ts'

/** A signed-in endpoint's handler gets a context with a certain viewer. */
export type ContextFor<E extends Endpoint> = E['auth'] extends 'anyone' ? Context : UserContext

/** What a handler may say to HTTP besides its answer: cookies, headers, a status. */
export type Http = { request: FastifyRequest; reply: FastifyReply }

export type Handler<E extends Endpoint> = (ctx: ContextFor<E>, received: Received<E>, http: Http) => Promise<Answer<E>>

export type JsonHandler<E extends Endpoint> = (ctx: ContextFor<E>, received: Received<E>) => Promise<string>

/** Streams, files and uploads: the handler answers by itself. */
export type RawHandler<E extends Endpoint> = (ctx: ContextFor<E>, received: Received<E>, http: Http) => Promise<unknown>

/**
 * Finds out who asks; features/users gives it.
 * @throws Problem 'sudo-required' when the endpoint asks for `sudo` and its caller is logged in without.
 */
export type Identify = (request: FastifyRequest, auth: Auth) => Promise<Pick<Caller, 'viewer' | 'session'>>

/** Whether somebody may call an endpoint in the process, where no request proves more. @throws Problem when not */
export type Admit = (auth: Auth, viewer: Context['viewer']) => Promise<void>

/** What is sent to an endpoint that is called in the process. */
type Sent = Partial<Record<'params' | 'query' | 'body', unknown>>

export type App = {
  fastify: FastifyInstance
  deps: Deps
  /** Every endpoint served so far, in order; the API description and the matrices read it. */
  endpoints: Endpoint[]
  shedder: LoadShedder
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** As `serve`, for an answer that is put together as JSON, of texts that `answerSerializer` wrote. */
  serveJson<E extends Endpoint>(endpoint: E, handler: JsonHandler<E>): void
  serveRaw<E extends Endpoint>(endpoint: E, handler: RawHandler<E>): void
  /** Runs an endpoint in the process, checked like a request; pages are made from it. */
  call<E extends Endpoint>(endpoint: E, caller: Caller, sent: Sent, deps?: Deps): Promise<Answer<E>>
  /** Where there are replicas: what requests read from. */
  readYourWrites: ReadYourWrites | undefined
  /** As `call`, in a context that is there already, and the answer is written as it would be sent. */
  rehearse<E extends Endpoint>(endpoint: E, ctx: Context, sent: Sent): Promise<Answer<E>>
  /** What else is worth doing once before somebody asks for it; `call` reads as somebody who is logged in. */
  rehearsals: ((call: Call) => Promise<unknown>)[]
}

const fieldErrors = (part: string, issues: readonly v.BaseIssue<unknown>[]): FieldError[] =>
  issues.map((issue) => ({
    field: v.getDotPath(issue) ?? part,
    code: issue.type === 'check' ? 'invalid' : issue.type.replaceAll('_', '-'),
    message: issue.message,
  }))

function parsePart(part: 'params' | 'query' | 'body', schema: v.GenericSchema, value: unknown): unknown {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const errors = fieldErrors(part, parsed.issues)
  throw new Problem('validation-failed', errors[0]?.message ?? 'Something is wrong with the request.', { errors })
}

/** A body in another type may reach an endpoint whose neighbour accepts that type. */
function jsonOnly(request: FastifyRequest) {
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw new Problem('unsupported-media-type', 'Send this as application/json.')
}

/** The schemas of an endpoint's parts, made once. */
function receiver<E extends Endpoint>(endpoint: E) {
  const params = v.object({ ...endpoint.params })
  const query = v.object({ ...endpoint.query })
  return (sent: Sent): Received<E> => {
    const parts = {
      params: parsePart('params', params, sent.params ?? {}),
      query: parsePart('query', query, sent.query ?? {}),
      body: endpoint.body ? parsePart('body', endpoint.body, sent.body) : undefined,
    }
    // Each part has just been parsed by the schema its type is inferred from.
    return parts as Received<E>
  }
}

function contextFor<E extends Endpoint>(endpoint: E, ctx: Context): ContextFor<E> {
  if (endpoint.auth !== 'anyone' && ctx.viewer === null) throw new Problem('unauthenticated', 'Log in to do this.')
  // The line above makes the viewer certain where the type says so.
  return ctx as ContextFor<E>
}

/**
 * Reads are refused when there are more than can be answered in time; they can be asked again, and so what people write
 * comes through. Files and streams are not counted: they are sent for as long as the other side reads. Nor is what
 * supervisors ask.
 */
const isShed = ({ method, path, output }: Endpoint) =>
  method === 'GET' && output !== undefined && path.startsWith('/api/')

const JSON_TYPE = 'application/json; charset=utf-8'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What is left to Fastify to send. */
function sendable(endpoint: Endpoint, answer: unknown, reply: FastifyReply): unknown {
  if (reply.sent || endpoint.answers) return answer
  if (reply.statusCode === 200) reply.status(endpoint.status ?? (endpoint.output ? 200 : 204))
  // Fastify would send an empty body, which no JSON reader accepts.
  return answer === null ? reply.type(JSON_TYPE).send('null') : answer
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Bytes as they come get a parser of their own, which no other route sees. */
function routeOn(fastify: FastifyInstance, endpoint: Endpoint, handler: Handle, serialize: Serializer | undefined) {
  const { method, path, bodyBytes, accepts } = endpoint
  const options: RouteOptions = {
    method,
    url: path,
    exposeHeadRoute: false,
    ...(bodyBytes && { bodyLimit: bodyBytes }),
    // Fastify asks for the serialiser of each answer it is told of; what is in it, that one knows by itself.
    ...(serialize && { schema: { response: { '2xx': {} } }, serializerCompiler: () => serialize }),
    handler,
  }
  if (accepts !== '*/*') return void fastify.route(options)
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route(options)
  })
}

/** Endpoints that are called in the process, for pages. */
function inProcess(deps: Deps, admit: Admit) {
  // By name, not by object: the built pages carry their own copy of the contract.
  const handlers = new Map<string, (ctx: Context, sent: Sent) => Promise<unknown>>()
  const serializers = new Map<string, Serializer>()
  const answerBy = <E extends Endpoint>(
    endpoint: E,
    handler: (ctx: ContextFor<E>, received: Received<E>) => Promise<unknown>,
  ) => {
    // Only a request can prove who sends it.
    if (endpoint.auth === 'sudo' || endpoint.auth === 'moderator-sudo') return
    const receive = receiver(endpoint)
    handlers.set(nameOf(endpoint), (ctx, sent) => handler(contextFor(endpoint, ctx), receive(sent)))
  }
  const run = async <E extends Endpoint>(endpoint: E, ctx: Context, sent: Sent): Promise<Answer<E>> => {
    const handler = handlers.get(nameOf(endpoint))
    if (!handler) throw new Error(`${nameOf(endpoint)} is not served in the process`)
    await admit(endpoint.auth, ctx.viewer)
    const answer = await handler(ctx, sent)
    return (endpoint.output ? v.parse(endpoint.output, answer) : undefined) as Answer<E>
  }
  const call: App['call'] = (endpoint, caller, sent, from = deps) => run(endpoint, contextOf(from, caller), sent)
  const rehearse: App['rehearse'] = async (endpoint, ctx, sent) => {
    const answer = await run(endpoint, ctx, sent)
    serializers.get(nameOf(endpoint))?.(answer)
    return answer
  }
  return { answerBy, serializers, call, rehearse }
}

type Who = { identify: Identify; admit: Admit }

/** Wires endpoints of the contract to handlers on a Fastify instance. */
export function appOn(fastify: FastifyInstance, deps: Deps, { identify, admit }: Who): App {
  const { answerBy, serializers, ...calls } = inProcess(deps, admit)
  const endpoints: Endpoint[] = []
  const shedder = loadShedder()
  const forWrites = { ...deps, database: deps.database.forWrites }
  const ownWrites = deps.replicas?.readYourWrites(deps)
  const context = async (endpoint: Endpoint, request: FastifyRequest) => {
    const who = await identify(request, endpoint.auth)
    const { ip, id: requestId, method, headers } = request
    refuseOtherViewer(who.viewer, headers[VIEWER_HEADER])
    const caller = { ...who, ip, requestId, userAgent: headers['user-agent'] ?? '' }
    // Streams and files go on for long, or are asked for by what has just been read.
    if (ownWrites && isShed(endpoint)) return contextOf(await ownWrites.depsFor(request, who.viewer), caller)
    return contextOf(method === 'GET' ? deps : forWrites, caller)
  }

  const route = <E extends Endpoint>(endpoint: E, handler: RawHandler<E>) => {
    endpoints.push(endpoint)
    const receive = receiver(endpoint)
    const handle: Handle = async (request, reply) => {
      const ctx = contextFor(endpoint, await context(endpoint, request))
      if (endpoint.body) jsonOnly(request)
      const received = receive(request)
      const answering = handler(ctx, received, { request, reply })
      const answer = await (ownWrites ? ownWrites.after(answering, request, reply, ctx) : answering)
      return sendable(endpoint, answer, reply)
    }
    const serialize = endpoint.output && answerSerializer(endpoint.output)
    const admitted: Handle = isShed(endpoint) ? (...of) => shedder.admit(endpoint.path, () => handle(...of)) : handle
    routeOn(fastify, endpoint, admitted, serialize)
    return serialize
  }

  return {
    fastify,
    deps,
    endpoints,
    shedder,
    serveRaw: route,
    serveJson: (endpoint, handler) => {
      answerBy(endpoint, async (...given) => JSON.parse(await handler(...given)))
      route(endpoint, async (ctx, received, { reply }) => {
        const json = await handler(ctx, received)
        reply.type(JSON_TYPE)
        return json
      })
    },
    serve: (endpoint, handler) => {
      // Pages call only endpoints that leave HTTP alone.
      answerBy(endpoint, (ctx, received) => handler(ctx, received, undefined as never))
      const serialize = route(endpoint, (ctx, received, http) =>
        endpoint.idempotencyKey
          ? withIdempotencyKey(forWrites, ctx, endpoint, received.body, http, (inside) =>
              handler(inside as typeof ctx, received, http),
            )
          : handler(ctx, received, http),
      )
      if (serialize) serializers.set(nameOf(endpoint), serialize)
    },
    ...calls,
    readYourWrites: ownWrites,
    rehearsals: [],
  }
}
