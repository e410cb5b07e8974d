import type { Context } from '#platform/context.ts'

// Minimum time of a response, so that its duration does not reveal whether an account exists or a secret was right.
const MINIMUM_MS = 250

/** Runs `work`, and returns or throws its result no earlier than 250 ms after the request arrived. */
export async function withMinimumResponseTime<T>(
  ctx: Pick<Context, 'clock' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } finally {
    const elapsedMs = ctx.clock.now().getTime() - ctx.now.getTime()
    await ctx.clock.wait(Math.max(0, MINIMUM_MS - elapsedMs))
  }
}
