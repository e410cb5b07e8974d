import * as contract from '@pawtrait/contract/feed.ts'
import { getBirthdays } from '@pawtrait/contract/pets/pet-days.ts'
import { createFeedDayCache } from '#features/premium/feed-day-cache.ts'
import type { App } from '#platform/http/serve.ts'
import { createEventStreams } from '#platform/live/event-stream.ts'
import { refuseCrossSiteRead } from '#platform/security/origin.ts'
import { refuseOtherViewer } from '#platform/security/refuse-other-viewer.ts'
import { listBirthdays } from './list-birthdays.ts'
import { openStream } from './open-stream.ts'
import { createPreviewCache } from './preview-cache.ts'
import { readFeedPage } from './view.ts'

export function feedRoutes(app: App) {
  const { invalidations } = app.deps
  const dependencies = {
    findPreviews: createPreviewCache(invalidations),
    findFeedDay: createFeedDayCache(invalidations),
  }
  app.serve(contract.getFeed, (ctx, { query }) => readFeedPage(ctx, dependencies, query))
  app.serve(getBirthdays, (ctx) => listBirthdays(ctx))
  const streams = createEventStreams(app.deps.clock)
  app.serveRaw(contract.openEventStream, async (ctx, { query }, { request, reply }) => {
    refuseCrossSiteRead(request, ctx.config)
    refuseOtherViewer(ctx.viewer, query.viewer)
    // The header takes precedence: a reconnecting browser sends a new header, but repeats the old parameter.
    const lastEventId = request.headers['last-event-id'] ?? query.lastEventId
    // This header stops proxies from buffering the stream.
    reply.type('text/event-stream').header('x-accel-buffering', 'no')
    return reply.send(openStream(ctx, streams, { connection: reply.raw, lastEventId }))
  })
}
