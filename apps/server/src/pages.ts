import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { Call, CreateRender, Manifest, Render, Theme } from '@pawtrait/contract/render.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Asker, contextOf } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import type { App, Identify } from '#platform/serve.ts'

const dist = new URL('../../web/dist/', import.meta.url)

const YEAR_SECONDS = 31_536_000

const compressed = promisify(brotliCompress)

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

/** Lets a page call endpoints in the process as the viewer, and nothing that the viewer could not call. */
const callAs =
  (app: App, asker: Asker): Call =>
  (endpoint: Endpoint, ...[sent]) =>
    app.call(endpoint, asker, sent ?? {}) as never

async function send(html: string, request: FastifyRequest, reply: FastifyReply) {
  reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store').header('vary', 'accept-encoding')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
  // Quality 4 costs about a millisecond for a page and leaves a fifth of it.
  const body = await compressed(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return reply.header('content-encoding', 'br').send(body)
}

/** Serves every page of the site from the built web, and its files. */
export async function servePages(app: App, identify: Identify): Promise<void> {
  const { fastify, deps } = app
  const render = await loadRender()
  await fastify.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/', dist)),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['manifest.json', '**/*.br'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600')
    },
  })
  fastify.get('/*', async (request, reply) => {
    const kit = deps.config.mode === 'local' && request.url === '/dev/ui'
    if (!kit && /^\/(api|media|dev|users)(\/|$)/.test(request.url))
      throw new Problem('not-found', 'There is nothing here.')
    const who = await identify(request, reply)
    const asker = { ...who, ip: request.ip, requestId: request.id, userAgent: request.headers['user-agent'] ?? '' }
    const { config, mail } = contextOf(deps, asker)
    const rendered = await render({
      // Two slashes would begin another site's name.
      url: request.url.replace(/^\/+/, '/'),
      signedIn: who.viewer !== null,
      call: callAs(app, asker),
      theme: themeOf(request),
      publicUrl: config.publicUrl,
      mail: mail.on,
      mode: config.mode,
    })
    if (rendered.kind === 'redirect') return reply.header('cache-control', 'no-store').redirect(rendered.to, 302)
    return send(rendered.html, request, reply.status(rendered.status))
  })
}
