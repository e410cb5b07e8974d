import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { getFeed } from '@pawtrait/contract/feed.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { warmUpSessionQuery } from '#features/sign-in/sessions/warm-up-session-query.ts'
import { contextOf, type Deps, inTransaction, systemCaller } from '#platform/context.ts'
import type { App } from '#platform/http/serve.ts'
import { waitForIdleEventLoop } from '#platform/process/idle-event-loop.ts'
import { collectGarbage } from '#platform/process/release-memory.ts'

const FEED_PAGE = '20' // posts per page, as in the web app

/**
 * Renders a feed once as a signed-in user, so that statements are planned, code is compiled and serialisers exist.
 * Read-only, without counting towards a daily limit.
 * @throws the error of a read
 */
export async function rehearseFeed(app: App): Promise<void> {
  const { deps } = app
  await deps.invalidations.caughtUp()
  const reader = await warmUpSessionQuery(deps.database, deps.clock.now())
  if (!reader) return
  // With a daily limit the feed would write the number of posts read, which the read-only transaction would refuse.
  const free: Deps = { ...deps, config: { ...deps.config, feedDailyFree: null } }
  await deps.database.readOnly(async (db) => {
    const ctx = inTransaction(free, contextOf(free, { ...systemCaller, ...reader, requestId: 'warm-up' }), db)
    // Remembers the first failed call, because page rendering shows errors instead of throwing them.
    let failed: unknown
    const call: Call = (endpoint: Endpoint, ...[sent]) =>
      app.rehearse(endpoint, ctx, sent ?? {}).catch((error: unknown) => {
        failed ??= error
        throw error
      }) as never
    await call(getFeed, { query: { limit: FEED_PAGE } })
    for (const rehearse of app.rehearsals) await rehearse(call)
    if (failed) throw failed
  })
}

/** Frees memory at the first idle moment, and warms up at the next. Returns a function that stops it. */
export function warmUp(app: App): () => Promise<void> {
  const stopping = new AbortController()
  const work = async () => {
    if (!(await waitForIdleEventLoop(stopping.signal))) return
    collectGarbage() // frees 25 MB; V8 itself would collect them only after another 25 MB were allocated
    if (!(await waitForIdleEventLoop(stopping.signal))) return
    await rehearseFeed(app).catch((error: unknown) => {
      if (!stopping.signal.aborted) app.deps.log.error('warm-up', error)
    })
  }
  const warming = work()
  return () => {
    stopping.abort()
    return warming
  }
}
