import { timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'

/** What a signature is bound to: the photo's name, and how often the circle of those who may see it was narrowed. */
export type SignedPhoto = { name: string; epoch: number }

/**
 * Signed URLs: the query that opens the addresses of a photo that is not public: good for one to two days unless its
 * epoch rises before, and the same all day long, so that browsers keep what they have fetched.
 */
export function signature(ctx: Pick<Context, 'now' | 'secrets'>, photo: SignedPhoto): string {
  const until = Math.floor(ctx.now.getTime() / DAY_MS) + 2
  return `until=${until}&key=${keyOf(ctx, photo, until)}`
}

/** The seconds a signed address is still good for; 0 when it is not, or was not signed by us. */
export function secondsLeft(
  ctx: Pick<Context, 'now' | 'secrets'>,
  photo: SignedPhoto,
  signed: { until?: string | undefined; key?: string | undefined },
): number {
  const until = Number(signed.until)
  const given = Buffer.from(signed.key ?? '')
  if (!Number.isSafeInteger(until) || until <= 0) return 0
  const expected = Buffer.from(keyOf(ctx, photo, until))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0
  return Math.max(0, Math.floor((until * DAY_MS - ctx.now.getTime()) / 1000))
}

function keyOf(ctx: Pick<Context, 'secrets'>, { name, epoch }: SignedPhoto, until: number): string {
  return ctx.secrets.mac('media', `${name} ${until} ${epoch}`)
}
