import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context.ts'

const dayMs = 86_400_000

/**
 * The query that opens the addresses of a photo that is not public: good for one to two days, and the same all day
 * long,
 * so that browsers keep what they have fetched.
 */
export function signature(ctx: Pick<Context, 'now' | 'secrets'>, name: string): string {
  const until = Math.floor(ctx.now.getTime() / dayMs) + 2
  return `until=${until}&key=${keyOf(ctx, name, until)}`
}

/** The seconds a signed address is still good for; 0 when it is not, or was not signed by us. */
export function secondsLeft(
  ctx: Pick<Context, 'now' | 'secrets'>,
  name: string,
  signed: { until?: string | undefined; key?: string | undefined },
): number {
  const until = Number(signed.until)
  const given = Buffer.from(signed.key ?? '')
  if (!Number.isSafeInteger(until) || until <= 0) return 0
  const expected = Buffer.from(keyOf(ctx, name, until))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0
  return Math.max(0, Math.floor((until * dayMs - ctx.now.getTime()) / 1000))
}

function keyOf(ctx: Pick<Context, 'secrets'>, name: string, until: number): string {
  return ctx.secrets.mac('media', `${name} ${until}`)
}
