import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type {
  ApiCall,
  CreatePageRenderer,
  Manifest,
  PageRenderer,
  RenderResult,
  Theme,
} from '@pawtrait/contract/render.ts'
import { SERVICE_WORKER_PATH, SHARE_PATH, SHARE_RESULT_PARAM } from '@pawtrait/contract/service-worker.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { haveLikesChanged } from '#features/comments/have-likes-changed.ts'
import type { Caller, Deps } from '#platform/context.ts'
import { chooseEncoding } from '#platform/http/compress.ts'
import type { App, CallerIdentifier } from '#platform/http/serve.ts'
import { toProblem } from '#platform/http/to-problem.ts'
import { Problem } from '#platform/problem.ts'
import { renderBusyPages } from './busy-page.ts'
import { killSwitchWorker } from './kill-switch-worker.ts'
import { createPageCache, type EncodedPage, pageCompressors, reencodePage, type VisitorPage } from './page-cache.ts'

const dist = new URL('../../../web/dist/', import.meta.url)

const YEAR_SECONDS = 31_536_000
const documentEncodings = ['br', 'gzip'] as const
const POST_PAGES = paths.post('')
const RETRY_SECONDS = 5 // seconds; the API sends the same delay when the database is down

/** Loads the build of the web app. The server never imports the sources of the web app. */
async function loadRender(): Promise<PageRenderer> {
  const manifest = JSON.parse(readFileSync(new URL('client/manifest.json', dist), 'utf8')) as Manifest
  const built = (await import(pathToFileURL(fileURLToPath(new URL('server/entry-server.js', dist))).href)) as {
    createRender: CreatePageRenderer
  }
  return built.createRender(manifest)
}

function readTheme(request: FastifyRequest): Theme {
  const { theme } = request.cookies
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const isDataSaverOn = ({ headers, cookies }: FastifyRequest): boolean =>
  headers['save-data'] === 'on' || cookies.less_data === '1'

// Returns an in-process API client that acts as the viewer and logs errors, because pages only show them.
const createApiCall =
  (app: App, caller: Caller, deps: Deps): ApiCall =>
  (endpoint: Endpoint, ...[sent]) =>
    app.call(endpoint, caller, sent ?? {}, deps).catch((error: unknown) => {
      throw toProblem(error, app.deps.log, { requestId: caller.requestId, route: endpoint.path })
    }) as never

function buildInstanceInfo({ config: { publicUrl, supportContact, mode, guardianConsent }, mail }: App['deps']) {
  return { publicUrl, supportContact, mode, mail: mail.on, asksGuardian: guardianConsent && mail.on }
}

async function sendRendered(rendered: RenderResult, request: FastifyRequest, reply: FastifyReply) {
  if (rendered.kind === 'redirect') return reply.header('cache-control', 'no-store').redirect(rendered.to, 302)
  if (rendered.status === 503) reply.header('retry-after', String(RETRY_SECONDS))
  reply.status(rendered.status).type('text/html; charset=utf-8')
  reply.header('cache-control', 'private, no-store').header('vary', 'accept-encoding')
  const encoding = chooseEncoding(request, documentEncodings)
  if (!encoding) return reply.send(rendered.html)
  return reply.header('content-encoding', encoding).send(await pageCompressors[encoding](rendered.html))
}

async function sendEncoded(page: Pick<EncodedPage, 'br'>, request: FastifyRequest, reply: FastifyReply) {
  reply.type('text/html; charset=utf-8')
  const encoding = chooseEncoding(request, documentEncodings)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await reencodePage(page, encoding))
}

/** Sends a cached page. Sends 304 if the browser already has this version. */
function sendCached({ etag, ...bytes }: EncodedPage, request: FastifyRequest, reply: FastifyReply) {
  // `vary: cookie` is needed because a URL returns a different page after a log-in.
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding, cookie').header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  return sendEncoded(bytes, request, reply)
}

// Removes extra slashes. Browsers treat a path that starts with `//` or `\\` as the URL of another site.
const normalizePath = ({ url }: FastifyRequest) => url.replace(/^[/\\]+/, '/')

/**
 * Whether a page of a local run was opened with another host name than `PUBLIC_URL`, such as 127.0.0.1. A card payment
 * returns to `PUBLIC_URL`, where the browser has no session cookie. False if the port differs, because a tunnel may use
 * another port.
 */
function isAtOtherLoopbackName({ headers }: FastifyRequest, { mode, publicUrl }: App['deps']['config']): boolean {
  if (mode !== 'local' || headers['sec-fetch-dest'] !== 'document') return false
  const [here, there] = [new URL(`http://${headers.host}`), new URL(publicUrl)]
  return here.host !== there.host && here.port === there.port
}

/** Returns a function that renders the page of a request, or the error page on failure. Caches visitors' pages. */
function createRequestRenderer(app: App, identify: CallerIdentifier, render: PageRenderer) {
  const { deps } = app
  const visitorCache = createPageCache(deps.invalidations, deps.clock)
  const pageRequest = (request: FastifyRequest) => ({
    url: normalizePath(request),
    theme: readTheme(request),
    // Cached pages are shared by all visitors, so they ignore data saver mode.
    savesData: false,
    ...buildInstanceInfo(deps),
    requestId: request.id,
  })
  return async (request: FastifyRequest): Promise<VisitorPage> => {
    const { id: requestId, ip } = request
    try {
      const identity = await identify(request, 'anyone')
      const caller = { ...identity, ip, requestId, userAgent: request.headers['user-agent'] ?? '' }
      const readDeps = app.readYourWrites ? await app.readYourWrites.depsFor(request, identity.viewer) : deps
      const page = { ...pageRequest(request), call: createApiCall(app, caller, readDeps) }
      if (identity.viewer !== null) return await render({ ...page, signedIn: true, savesData: isDataSaverOn(request) })
      return await visitorCache.pageAt({
        key: `${page.theme} ${page.url}`,
        call: page.call,
        haveLikesChanged: page.url.startsWith(POST_PAGES)
          ? (shown) => haveLikesChanged({ db: readDeps.database }, shown)
          : undefined,
        render: (call) => render({ ...page, signedIn: false, call }),
      })
    } catch (error) {
      const { status } = toProblem(error, deps.log, { requestId, route: 'page' })
      const call: ApiCall = () => Promise.reject(error)
      return render({ ...pageRequest(request), signedIn: false, call, failed: { status } })
    }
  }
}

function sendBusy(bytes: EncodedPage, problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  reply.status(problem.status).header('retry-after', String(problem.extra.retryAfterSeconds ?? RETRY_SECONDS))
  reply.header('cache-control', 'private, no-store').header('vary', 'accept-encoding')
  return sendEncoded(bytes, request, reply)
}

// Returns the kind of a page for load shedding: the first part of its path, or one kind for all profiles.
const classifyPage = (url: string) => `page ${/^\/(?:@|[a-z-]*)/.exec(url)?.[0] ?? ''}`

export async function servePages(app: App, identify: CallerIdentifier): Promise<void> {
  const { fastify, deps } = app
  await fastify.register(fastifyStatic, {
    root: ['client/', 'previous/'].map((folder) => fileURLToPath(new URL(folder, dist))),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['manifest.json', 'service-worker.js', '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600')
    },
  })
  const worker = deps.config.serviceWorkerOff
    ? killSwitchWorker
    : await readFile(new URL('client/service-worker.js', dist))
  fastify.get(SERVICE_WORKER_PATH, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(worker),
  )
  // Web share target for browsers without an active service worker. The server cannot pass the shared photos to the
  // form. It discards them and redirects to Create, where the user chooses the photos again.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    scope.post(SHARE_PATH, (_, reply) => reply.redirect(`${paths.create}?${SHARE_RESULT_PARAM}=none`, 303))
  })
  const render = await loadRender()
  const renderRequest = createRequestRenderer(app, identify, render)
  app.rehearsals.push(async (call) => {
    const instance = { theme: 'system', savesData: false, ...buildInstanceInfo(deps), requestId: 'warm-up' } as const
    const rendered = await render({ ...instance, url: paths.feed, signedIn: true, call })
    if (rendered.kind === 'page') await pageCompressors.br(rendered.html)
  })
  const busyPages = await renderBusyPages(deps.config, render)
  fastify.get('/*', async (request, reply) => {
    const isUiKit = deps.config.mode === 'local' && request.url === '/dev/ui'
    if (!isUiKit && /^\/(api|media|dev|users)(\/|$)/.test(request.url))
      throw new Problem('not-found', 'There is nothing here.')
    if (isAtOtherLoopbackName(request, deps.config))
      return reply.header('cache-control', 'no-store').redirect(deps.config.publicUrl + normalizePath(request), 302)
    const page = await app.shedder
      .admit(classifyPage(request.url), () => renderRequest(request))
      .catch((error: unknown) => {
        if (error instanceof Problem) return error
        throw error
      })
    if (page instanceof Problem) return sendBusy(busyPages[readTheme(request)], page, request, reply)
    return 'etag' in page ? sendCached(page, request, reply) : sendRendered(page, request, reply)
  })
}
