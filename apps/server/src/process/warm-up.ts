import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { getFeed } from '@pawtrait/contract/feed.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { warmUpSessionQuery } from '#features/sign-in/sessions/warm-up-session-query.ts'
import { contextInTransaction, createContext, type Deps, systemCaller } from '#platform/context.ts'
import type { App } from '#platform/http/serve.ts'
import { waitForIdleEventLoop } from '#platform/process/idle-event-loop.ts'
import { collectGarbage } from '#platform/process/release-memory.ts'

const FEED_PAGE = '20' // posts per page, as in the web app

/**
 * Renders a feed once as a signed-in user. This plans statements, compiles code and creates serialisers. It writes
 * nothing and does not count towards the daily limit.
 * @throws the error of a read
 */
export async function warmUpFeed(app: App): Promise<void> {
  const { deps } = app
  await deps.invalidations.caughtUp()
  const reader = await warmUpSessionQuery(deps.database, deps.clock.now())
  if (!reader) return
  // Turns off the daily limit. Counting posts is a write, and the read-only transaction would refuse it.
  const unlimitedDeps: Deps = { ...deps, config: { ...deps.config, feedDailyFree: null } }
  await deps.database.readOnly(async (db) => {
    const ctx = contextInTransaction(
      unlimitedDeps,
      createContext(unlimitedDeps, { ...systemCaller, ...reader, requestId: 'warm-up' }),
      db,
    )
    // Stores the first failed call, because page rendering shows errors and does not throw them.
    let firstError: unknown
    const call: ApiCall = (endpoint: Endpoint, ...[sent]) =>
      app.rehearse(endpoint, ctx, sent ?? {}).catch((error: unknown) => {
        firstError ??= error
        throw error
      }) as never
    await call(getFeed, { query: { limit: FEED_PAGE } })
    for (const rehearse of app.rehearsals) await rehearse(call)
    if (firstError) throw firstError
  })
}

/**
 * Frees memory when the event loop is idle for the first time. Warms up the feed when it is idle again. Returns a
 * function that stops the warm-up.
 */
export function startWarmUp(app: App): () => Promise<void> {
  const stopping = new AbortController()
  const work = async () => {
    if (!(await waitForIdleEventLoop(stopping.signal))) return
    collectGarbage() // frees 25 MB; V8 would free them only after allocating another 25 MB
    if (!(await waitForIdleEventLoop(stopping.signal))) return
    await warmUpFeed(app).catch((error: unknown) => {
      if (!stopping.signal.aborted) app.deps.log.error('warm-up', error)
    })
  }
  const warming = work()
  return () => {
    stopping.abort()
    return warming
  }
}
