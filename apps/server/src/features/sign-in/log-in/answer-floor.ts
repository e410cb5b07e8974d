import type { Context } from '#platform/context.ts'

// Found and not found, right and wrong take the same time from outside. security.md §2.5
const FLOOR_MS = 250

/** Does the work, and ends no sooner than a quarter of a second after the request came, whatever comes of it. */
export async function withFloor<T>(ctx: Pick<Context, 'clock' | 'now'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    const spent = ctx.clock.now().getTime() - ctx.now.getTime()
    await ctx.clock.wait(Math.max(0, FLOOR_MS - spent))
  }
}
