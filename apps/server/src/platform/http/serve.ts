import type { CallOutput, Endpoint, EndpointAuth, EndpointInput } from '@pawtrait/contract/endpoint.ts'
import type { FieldError } from '@pawtrait/contract/errors.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { VIEWER_HEADER } from '@pawtrait/contract/viewer-header.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { type Caller, type Context, createContext, type Deps, type UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import type { ReadYourWrites } from '#platform/replicas/read-your-writes.ts'
import { refuseOtherViewer } from '#platform/security/refuse-other-viewer.ts'
import { type ReadCreatedObject, withIdempotencyKey } from './idempotency.ts'
import { createLoadShedder, type LoadShedder } from './load-shedding.ts'
import { compileSerializerLazily, type Serializer } from './response-serializer.ts'

/** Context of a handler. The viewer can be null only for endpoints that `anyone` may call. */
export type ContextFor<E extends Endpoint> = E['auth'] extends 'anyone' ? Context : UserContext

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply }

export type Handler<E extends Endpoint> = (
  ctx: ContextFor<E>,
  received: EndpointInput<E>,
  http: HttpExchange,
) => Promise<CallOutput<E>>

/** A handler that sends the response itself, such as a stream or a file. */
export type RawHandler<E extends Endpoint> = (
  ctx: ContextFor<E>,
  received: EndpointInput<E>,
  http: HttpExchange,
) => Promise<unknown>

/** Identifies a request's caller. @throws Problem 'sudo-required' if the endpoint needs `sudo` and it is off */
export type CallerIdentifier = (
  request: FastifyRequest,
  auth: EndpointAuth,
) => Promise<Pick<Caller, 'viewer' | 'session'>>

/** Checks whether an in-process call is allowed. @throws Problem if it is not */
export type PermissionCheck = (auth: EndpointAuth, viewer: Context['viewer']) => Promise<void>

type ReadCreatedArgument<E extends Endpoint> = E['idempotencyKey'] extends true
  ? [readCreated: ReadCreatedObject<E>]
  : []

type CallInput = Partial<Record<'params' | 'query' | 'body', unknown>>

export type App = {
  fastify: FastifyInstance
  deps: Deps
  endpoints: Endpoint[]
  shedder: LoadShedder
  /** An endpoint with an idempotency key also needs `readCreated`, which handles repeated calls. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, ...readCreated: ReadCreatedArgument<E>): void
  serveRaw<E extends Endpoint>(endpoint: E, handler: RawHandler<E>): void
  /** Calls an endpoint in the same process. Checks permission and input as for a request. Page rendering uses it. */
  call<E extends Endpoint>(endpoint: E, caller: Caller, input: CallInput, deps?: Deps): Promise<CallOutput<E>>
  /** Gives requests read-your-writes consistency. Undefined if there are no replicas. */
  readYourWrites: ReadYourWrites | undefined
  /** Calls an endpoint in this context and serialises the response. Used to warm up the server. */
  rehearse<E extends Endpoint>(endpoint: E, ctx: Context, input: CallInput): Promise<CallOutput<E>>
  /** Further work of the warm-up, such as rendering a page. Each item runs once. `call` acts as a signed-in user. */
  rehearsals: ((call: ApiCall) => Promise<unknown>)[]
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

/** Refuses content types other than JSON, because another endpoint may have registered a parser for them. */
function requireJson(request: FastifyRequest) {
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw new Problem('unsupported-media-type', 'Send this as application/json.')
}

function createInputParser<E extends Endpoint>(endpoint: E) {
  const params = v.object({ ...endpoint.params })
  const query = v.object({ ...endpoint.query })
  return (input: CallInput): EndpointInput<E> => {
    const parts = {
      params: parsePart('params', params, input.params ?? {}),
      query: parsePart('query', query, input.query ?? {}),
      body: endpoint.body ? parsePart('body', endpoint.body, input.body) : undefined,
    }
    // The cast is safe, because `parsePart` has validated each part.
    return parts as EndpointInput<E>
  }
}

function requireContext<E extends Endpoint>(endpoint: E, ctx: Context): ContextFor<E> {
  if (endpoint.auth !== 'anyone' && ctx.viewer === null) throw new Problem('unauthenticated', 'Log in to do this.')
  // The cast is safe, because the check above excludes a missing viewer.
  return ctx as ContextFor<E>
}

// Load shedding applies to reads, which clients can repeat. It excludes health checks. It also excludes files and
// streams, which last as long as the client reads.
const isShed = ({ method, path, output }: Endpoint) =>
  method === 'GET' && output !== undefined && path.startsWith('/api/')

const JSON_TYPE = 'application/json; charset=utf-8'

const formatEndpointName = ({ method, path }: Endpoint) => `${method} ${path}`

function prepareResponse(endpoint: Endpoint, answer: unknown, reply: FastifyReply): unknown {
  if (reply.sent || endpoint.answers) return answer
  if (reply.statusCode === 200) reply.status(endpoint.status ?? (endpoint.output ? 200 : 204))
  // Sends `null` as text, because Fastify would send an empty body, which is not valid JSON.
  return answer === null ? reply.type(JSON_TYPE).send('null') : answer
}

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Registers the route. An endpoint with a raw body gets its own Fastify scope with a content-type parser. */
function registerRoute(
  fastify: FastifyInstance,
  endpoint: Endpoint,
  handler: RouteHandler,
  serialize: Serializer | undefined,
) {
  const { method, path, bodyBytes, accepts } = endpoint
  const options: RouteOptions = {
    method,
    url: path,
    exposeHeadRoute: false,
    ...(bodyBytes && { bodyLimit: bodyBytes }),
    // Fastify calls the serialiser only if the route has a response schema. The content of the schema does not matter.
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

function createInProcessCalls(deps: Deps, admit: PermissionCheck) {
  // The keys are endpoint names, because the bundled web app has its own copies of the endpoint objects.
  const handlers = new Map<string, (ctx: Context, input: CallInput) => Promise<unknown>>()
  const serializers = new Map<string, Serializer>()
  const registerHandler = <E extends Endpoint>(
    endpoint: E,
    handler: (ctx: ContextFor<E>, received: EndpointInput<E>) => Promise<unknown>,
  ) => {
    // `sudo` endpoints cannot be called in the same process, because only an HTTP request proves the session.
    if (endpoint.auth === 'sudo' || endpoint.auth === 'moderator-sudo') return
    const parseInput = createInputParser(endpoint)
    handlers.set(formatEndpointName(endpoint), (ctx, input) =>
      handler(requireContext(endpoint, ctx), parseInput(input)),
    )
  }
  const run = async <E extends Endpoint>(endpoint: E, ctx: Context, input: CallInput): Promise<CallOutput<E>> => {
    const handler = handlers.get(formatEndpointName(endpoint))
    if (!handler) throw new Error(`${formatEndpointName(endpoint)} is not served in the process`)
    await admit(endpoint.auth, ctx.viewer)
    const answer = await handler(ctx, input)
    return (endpoint.output ? v.parse(endpoint.output, answer) : undefined) as CallOutput<E>
  }
  const call: App['call'] = (endpoint, caller, input, from = deps) => run(endpoint, createContext(from, caller), input)
  const rehearse: App['rehearse'] = async (endpoint, ctx, input) => {
    const answer = await run(endpoint, ctx, input)
    serializers.get(formatEndpointName(endpoint))?.(answer)
    return answer
  }
  return { registerHandler, serializers, call, rehearse }
}

type Access = { identify: CallerIdentifier; admit: PermissionCheck }

export function createApp(fastify: FastifyInstance, deps: Deps, { identify, admit }: Access): App {
  const { registerHandler, serializers, ...calls } = createInProcessCalls(deps, admit)
  const endpoints: Endpoint[] = []
  const shedder = createLoadShedder()
  const forWrites = { ...deps, database: deps.database.forWrites }
  const readYourWrites = deps.replicas?.readYourWrites(deps)
  const createRequestContext = async (endpoint: Endpoint, request: FastifyRequest) => {
    const identity = await identify(request, endpoint.auth)
    const { ip, id: requestId, method, headers } = request
    refuseOtherViewer(identity.viewer, headers[VIEWER_HEADER])
    const caller = { ...identity, ip, requestId, userAgent: headers['user-agent'] ?? '' }
    // Only JSON reads use a replica. Event streams stay open, and a replica is compared with the user's writes only at
    // the start of a request. For files, a replica may lack the row of a file that a page has just linked.
    if (readYourWrites && isShed(endpoint))
      return createContext(await readYourWrites.depsFor(request, identity.viewer), caller)
    return createContext(method === 'GET' ? deps : forWrites, caller)
  }

  const route = <E extends Endpoint>(endpoint: E, handler: RawHandler<E>) => {
    endpoints.push(endpoint)
    const parseInput = createInputParser(endpoint)
    const handle: RouteHandler = async (request, reply) => {
      const ctx = requireContext(endpoint, await createRequestContext(endpoint, request))
      if (endpoint.body) requireJson(request)
      const received = parseInput(request)
      const result = handler(ctx, received, { request, reply })
      const answer = await (readYourWrites ? readYourWrites.after(result, request, reply, ctx) : result)
      return prepareResponse(endpoint, answer, reply)
    }
    const serialize = endpoint.output && compileSerializerLazily(endpoint.output)
    const shedHandle: RouteHandler = isShed(endpoint)
      ? (...args) => shedder.admit(endpoint.path, () => handle(...args))
      : handle
    registerRoute(fastify, endpoint, shedHandle, serialize)
    return serialize
  }

  return {
    fastify,
    deps,
    endpoints,
    shedder,
    serveRaw: route,
    serve: (endpoint, handler, ...[readCreated]) => {
      // In-process calls have no request or reply. So the handler of an endpoint that pages call must not use them.
      registerHandler(endpoint, (ctx, received) => handler(ctx, received, undefined as never))
      const serialize = route(endpoint, (ctx, received, http) =>
        readCreated
          ? withIdempotencyKey(forWrites, ctx, endpoint, received.body, http, {
              create: (inside) => handler(inside as typeof ctx, received, http),
              // The casts are safe: the id is from the first output, and only signed-in users can call these endpoints.
              read: (id) => readCreated(ctx as UserContext, id as never, received),
            })
          : handler(ctx, received, http),
      )
      if (serialize) serializers.set(formatEndpointName(endpoint), serialize)
    },
    ...calls,
    readYourWrites,
    rehearsals: [],
  }
}
