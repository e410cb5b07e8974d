import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings.ts'

// security.md §3.2
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

/** What every answer says to browsers, by `security.md` §3.2. */
export const safeHeaders = (config: Pick<Settings, 'mode'>): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(config.mode === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Headers of every answer, errors included; a route may replace them (media does). */
export function setHeaders(fastify: FastifyInstance, config: Pick<Settings, 'mode'>) {
  const headers = safeHeaders(config)
  fastify.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
