import {
  getApiDocs,
  getInstanceConfig,
  getMetrics,
  getOpenApi,
  getSecurityTxt,
  livez,
  readyz,
} from '@pawtrait/contract/instance-endpoints.ts'
import { createWorkers } from '#app/process/workers.ts'
import { toPaymentOffer } from '#features/payments/orders/require-payments.ts'
import { cookieName } from '#features/users/account/session-cookie.ts'
import { findReadinessProblems } from '#platform/database/readiness.ts'
import { renderDocsPage } from '#platform/http/docs-page.ts'
import { createOpenApiDocument } from '#platform/http/openapi.ts'
import type { App } from '#platform/http/serve.ts'
import { lateLimits } from '#platform/jobs/late-work.ts'
import { gatherMetrics } from '#platform/monitoring/gather-metrics.ts'
import { Problem } from '#platform/problem.ts'
import { isClosing } from '#platform/process/graceful-shutdown.ts'
import { isFromThisMachine } from '#platform/security/origin.ts'
import { writeSecurityTxt } from '#platform/security/security-txt.ts'
import { collectInstanceMetrics } from './instance-metrics.ts'

function once<T>(make: () => T): () => T {
  let cached: { is: T } | undefined
  return () => (cached ??= { is: make() }).is
}

export function serveOperatorRoutes(app: App) {
  app.serve(livez, async () => ({ status: 'ok' as const }))
  app.serve(readyz, async () => {
    const errors = await findReadinessProblems({ database: app.deps.database, isClosing: isClosing(app.fastify) })
    if (errors.length === 0) return { status: 'ok' as const }
    throw new Problem('unavailable', `Not ready: ${errors.map(({ field }) => field).join(', ')}.`, {
      errors,
      retryAfterSeconds: 5,
    })
  })
  app.serve(getInstanceConfig, async ({ config, mail }) => ({
    mode: config.mode,
    mail: mail.on,
    payments: toPaymentOffer(config.payments),
    photosPerDay: config.photosPerDay,
    postsPerDay: config.postsPerDay,
  }))
  // The OpenAPI document and its page are created at the first request, because all routes are registered by then. The
  // limits for late jobs are also created once, at the first request of the metrics.
  const cookie = cookieName(app.deps.config, 'pt_sid')
  const description = once(() => createOpenApiDocument(app.endpoints, { title: 'Pawtrait', cookie }))
  const page = once(() => renderDocsPage(app.endpoints))
  const limits = once(() => lateLimits(createWorkers(app.deps)))
  app.serve(getOpenApi, async () => description())
  app.serveRaw(getApiDocs, async (_ctx, _received, { reply }) => reply.type('text/html; charset=utf-8').send(page()))
  app.serveRaw(getSecurityTxt, async ({ config, now }, _received, { reply }) =>
    reply.type('text/plain; charset=utf-8').send(writeSecurityTxt(config, now)),
  )
  app.serveRaw(getMetrics, async (ctx, _received, { request, reply }) => {
    const { config, secrets } = ctx
    // Compares hashes (MACs), because comparing the tokens directly would leak the token through timing.
    const mac = (bearer = '') => secrets.mac('metrics-token', bearer)
    const isAllowed = config.metricsToken
      ? mac(request.headers.authorization) === mac(`Bearer ${config.metricsToken}`)
      : isFromThisMachine(request, config)
    if (!isAllowed) throw new Problem('not-found', 'There is nothing here.')
    const { formatMetrics } = await import('#platform/monitoring/metrics-text.ts')
    const [instance, { own, node }] = await Promise.all([collectInstanceMetrics(ctx, limits()), gatherMetrics()])
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(formatMetrics([...instance, ...own], node))
  })
}
