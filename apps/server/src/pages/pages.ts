import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Call, CreateRender, Manifest, Render, Rendered, Theme } from '@pawtrait/contract/render.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Deps } from '#platform/context.ts'
import { asProblem } from '#platform/http/as-problem.ts'
import { encodingFor } from '#platform/http/compress.ts'
import type { App, Identify } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { busyPages } from './busy-page.ts'
import { compressed, keepPages, type PageBytes, type VisitorPage } from './kept-pages.ts'

const dist = new URL('../../../web/dist/', import.meta.url)

const YEAR_SECONDS = 31_536_000
const documentEncodings = ['br', 'gzip'] as const
const RETRY_SECONDS = 5 // as the API says of a database that is away

/** Loads the built web; the web's sources are never imported here. */
async function loadRender(): Promise<Render> {
  const manifest = JSON.parse(readFileSync(new URL('client/manifest.json', dist), 'utf8')) as Manifest
  const built = (await import(pathToFileURL(fileURLToPath(new URL('server/entry-server.js', dist))).href)) as {
    createRender: CreateRender
  }
  return built.createRender(manifest)
}

function themeOf(request: FastifyRequest): Theme {
  const { theme } = request.cookies
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Lets a page call endpoints in the process as the viewer, and nothing that the viewer could not call.
 * What goes wrong there is logged here: the page shows it and throws nothing.
 */
const callAs =
  (app: App, caller: Caller, deps: Deps): Call =>
  (endpoint: Endpoint, ...[sent]) =>
    app.call(endpoint, caller, sent ?? {}, deps).catch((error: unknown) => {
      throw asProblem(error, app.deps.log, { requestId: caller.requestId, route: endpoint.path })
    }) as never

/** What pages tell of this instance. */
function instanceOf({ config: { publicUrl, supportContact, mode, guardianConsent }, mail }: App['deps']) {
  return { publicUrl, supportContact, mode, mail: mail.on, asksGuardian: guardianConsent && mail.on }
}

async function sendRendered(rendered: Rendered, request: FastifyRequest, reply: FastifyReply) {
  if (rendered.kind === 'redirect') return reply.header('cache-control', 'no-store').redirect(rendered.to, 302)
  if (rendered.status === 503) reply.header('retry-after', String(RETRY_SECONDS))
  reply.status(rendered.status).type('text/html; charset=utf-8')
  reply.header('cache-control', 'private, no-store').header('vary', 'accept-encoding')
  const encoding = encodingFor(request, documentEncodings)
  if (!encoding) return reply.send(rendered.html)
  return reply.header('content-encoding', encoding).send(await compressed[encoding](rendered.html))
}

/** A document that was compressed before. */
function sendEncoded({ plain, ...encoded }: Omit<PageBytes, 'etag'>, request: FastifyRequest, reply: FastifyReply) {
  reply.type('text/html; charset=utf-8')
  const encoding = encodingFor(request, documentEncodings)
  return encoding ? reply.header('content-encoding', encoding).send(encoded[encoding]) : reply.send(plain)
}

/** The same to every visitor; a browser that has it already is told so. */
function sendKept({ etag, ...bytes }: PageBytes, request: FastifyRequest, reply: FastifyReply) {
  // Whoever logs in meanwhile sees another page there: the cookie decides.
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding, cookie').header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  return sendEncoded(bytes, request, reply)
}

/**
 * Makes the page of a request, the error page when nobody can be identified or the page cannot be rendered. What
 * visitors see is kept.
 */
function pageMaker(app: App, identify: Identify, render: Render) {
  const { deps } = app
  const visitors = keepPages(deps.invalidations, deps.clock)
  const asked = (request: FastifyRequest) => ({
    // Two slashes, of either kind, would begin another site's name.
    url: request.url.replace(/^[/\\]+/, '/'),
    theme: themeOf(request),
    ...instanceOf(deps),
    requestId: request.id,
  })
  return async (request: FastifyRequest): Promise<VisitorPage> => {
    const { id: requestId, ip } = request
    try {
      const who = await identify(request, 'anyone')
      const caller = { ...who, ip, requestId, userAgent: request.headers['user-agent'] ?? '' }
      const reads = app.readYourWrites ? await app.readYourWrites.depsFor(request, who.viewer) : deps
      const page = { ...asked(request), call: callAs(app, caller, reads) }
      if (who.viewer !== null) return await render({ ...page, signedIn: true })
      const place = `${page.theme} ${page.url}`
      return await visitors.pageAt(place, page.call, (call) => render({ ...page, signedIn: false, call }))
    } catch (error) {
      const { status } = asProblem(error, deps.log, { requestId, route: 'page' })
      const call: Call = () => Promise.reject(error)
      return render({ ...asked(request), signedIn: false, call, failed: { status } })
    }
  }
}

/** Sends the page of busy times: refused before any work, so it costs none. */
function sendBusy(bytes: PageBytes, problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  reply.status(problem.status).header('retry-after', String(problem.extra.retryAfterSeconds ?? RETRY_SECONDS))
  reply.header('cache-control', 'private, no-store').header('vary', 'accept-encoding')
  return sendEncoded(bytes, request, reply)
}

/** The kind of a page for load shedding: the first part of its path; all profiles are one kind. */
const kindOf = (url: string) => `page ${/^\/(?:@|[a-z-]*)/.exec(url)?.[0] ?? ''}`

/** Serves every page of the site from the built web, and its files. */
export async function servePages(app: App, identify: Identify): Promise<void> {
  const { fastify, deps } = app
  await fastify.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/', dist)),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['manifest.json', '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600')
    },
  })
  const render = await loadRender()
  const pageOf = pageMaker(app, identify, render)
  app.rehearsals.push(async (call) => {
    const whose = { theme: 'system', ...instanceOf(deps), requestId: 'warm-up' } as const
    const rendered = await render({ ...whose, url: paths.feed, signedIn: true, call })
    if (rendered.kind === 'page') await compressed.br(rendered.html)
  })
  const busy = await busyPages(deps.config, render)
  fastify.get('/*', async (request, reply) => {
    const kit = deps.config.mode === 'local' && request.url === '/dev/ui'
    if (!kit && /^\/(api|media|dev|users)(\/|$)/.test(request.url))
      throw new Problem('not-found', 'There is nothing here.')
    const page = await app.shedder
      .admit(kindOf(request.url), () => pageOf(request))
      .catch((error: unknown) => {
        if (error instanceof Problem) return error
        throw error
      })
    if (page instanceof Problem) return sendBusy(busy[themeOf(request)], page, request, reply)
    return 'etag' in page ? sendKept(page, request, reply) : sendRendered(page, request, reply)
  })
}
