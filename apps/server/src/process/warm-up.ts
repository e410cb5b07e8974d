import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { getFeed } from '@pawtrait/contract/feed.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { someSession } from '#features/sign-in/sessions/some-session.ts'
import { contextOf, type Deps, inTransaction, system } from '#platform/context.ts'
import type { App } from '#platform/http/serve.ts'
import { quietMoment } from '#platform/process/quiet-moment.ts'

const FEED_PAGE = '20' // as the app asks

/**
 * Reads a feed and its page once as somebody who is logged in: statements are planned, code is compiled and what
 * writes answers is there. In a transaction that cannot write; nothing of anybody's day is used up.
 * @throws what the reading threw
 */
export async function rehearseFeed(app: App): Promise<void> {
  const { deps } = app
  await deps.invalidations.caughtUp()
  const reader = await someSession(deps.database, deps.clock.now())
  if (!reader) return
  // A day without a limit is not counted, so there is nothing to write; the transaction would refuse it.
  const free: Deps = { ...deps, config: { ...deps.config, feedDailyFree: null } }
  await deps.database.readOnly(async (db) => {
    const ctx = inTransaction(free, contextOf(free, { ...system, ...reader, requestId: 'warm-up' }), db)
    // Pages show what goes wrong and throw nothing.
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

// What is left of a start is let go of, and the room it took is given back: 25 MB for a pause of 0.1 to 0.2 s. Nothing
// asks for that by itself: V8 waits until as much again has been allocated. Code that has not run since goes too.
const giveBackMemory = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/**
 * Clears away what the start has left in the first quiet moment, and rehearses in the next. Whoever comes before is
 * answered as ever. Gives how to leave it.
 */
export function warmUp(app: App): () => Promise<void> {
  const stopping = new AbortController()
  const work = async () => {
    if (!(await quietMoment(stopping.signal))) return
    giveBackMemory()
    if (!(await quietMoment(stopping.signal))) return
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
