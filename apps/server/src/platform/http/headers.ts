import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#platform/settings.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types pawtrait',
].join('; ')

type HeaderSettings = Pick<Settings, 'mode' | 'coversSubdomains'>

export const securityHeaders = (config: HeaderSettings): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(config.mode === 'production' && {
    'strict-transport-security': `max-age=31536000${config.coversSubdomains ? '; includeSubDomains' : ''}`,
  }),
})

// Headers that browsers use only for documents and workers.
const documentHeaders = new Set([
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
])

/** Whether a response is a script, style sheet or font of the build. Excludes web workers and errors. */
const isPlainFile = ({ url }: FastifyRequest, { statusCode }: FastifyReply) =>
  (statusCode === 200 || statusCode === 304) && /^\/assets\/(?![\w-]*-worker-)[\w-]+\.(?:js|css|woff2)$/.test(url)

/**
 * Sets the security headers of a response, unless its route has set its own headers, as media routes do. Scripts,
 * styles and fonts get no headers that only documents use, which saves 600 bytes each.
 */
export function addSecurityHeaders(fastify: FastifyInstance, config: HeaderSettings) {
  const headers = Object.entries(securityHeaders(config))
  const fileHeaders = headers.filter(([name]) => !documentHeaders.has(name))
  fastify.addHook('onSend', async (request, reply) => {
    for (const [name, value] of isPlainFile(request, reply) ? fileHeaders : headers)
      if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
